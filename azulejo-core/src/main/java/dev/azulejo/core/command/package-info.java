/**
 * What is to be drawn: pipeline state as records, and command buffers that hold them in order.
 *
 * <p>In: the application's calls. Out: an immutable list of commands, checked when recorded, that a
 * device executes as often as it is submitted. Imports shaders and resources.
 */
package dev.azulejo.core.command;
