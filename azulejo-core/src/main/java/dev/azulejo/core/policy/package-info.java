/**
 * Every decision that a technique makes, apart from the machinery that carries it out.
 *
 * <p>In: numbers (durations, counts, keys) and states of draw calls. Out: answers. Nothing here
 * reads a clock, starts a thread or touches a file: whoever asks tells the time, so that a timing
 * model can drive the same decisions for machines that do not exist. A test guards this.
 */
package dev.azulejo.core.policy;
