/**
 * How many groups of patches may be on their way between the hull stage and the domain stage:
 * counters and decisions, driven by events, that know neither threads nor clocks. A renderer drives
 * them with measured time, a timing model with cycles.
 */
package dev.azulejo.core.throttle;
