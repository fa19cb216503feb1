/**
 * How work is stopped before its end: a wish that anybody may utter, a deadline, an interruption of
 * whoever waits for it.
 *
 * <p>{@link dev.azulejo.core.cancel.Cancellation} is what a caller holds and hands in; {@link
 * dev.azulejo.core.cancel.StopSign} is what the threads that work look at between two pieces of
 * work. What ends early ends with a {@link dev.azulejo.core.cancel.CancelledException}, or a {@link
 * dev.azulejo.core.cancel.DeadlineException}. The package knows nothing of the rest.
 */
package dev.azulejo.core.cancel;
