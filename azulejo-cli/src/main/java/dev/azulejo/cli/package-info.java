/**
 * The {@code azulejo} command.
 *
 * <p>In: arguments. Out: pictures, reports and text. Errors are one line on standard error; exit
 * code 2 for wrong use or bad input, 1 for a failure that is ours.
 */
package dev.azulejo.cli;
