/**
 * Tests by damaged inputs: files of a corpus go in, inputs that are neither read nor refused come
 * out. What is damaged further is decided by what inputs come to in the code.
 *
 * <pre>
 *  CoverageLoader ──loads──▶ the code, with a probe at each place that a branch leads to
 *                              │ hits
 *  corpus ──▶ Fuzzer ──▶ FuzzTarget.read ──▶ Coverage: is any place new, or visited more often?
 *                ▲                                │
 *                └──── kept, to be damaged ◀──yes─┘
 * </pre>
 *
 * <ul>
 *   <li>{@link CoverageLoader}: loads classes anew and puts the probes in.
 *   <li>{@link Coverage}: counts hits, and tells what was not seen before.
 *   <li>{@link FuzzTarget}: what reads inputs, on the other side of the loader.
 *   <li>{@link Fuzzer}: the loop; {@link FuzzSettings}: how long, from which seed, and where the
 *       corpus of one night is kept for the next.
 * </ul>
 *
 * <p>Knows nothing of the other modules, and no module needs it but for tests. Source of the
 * method: M. Zalewski, American Fuzzy Lop, "Technical whitepaper": edges with their counts in
 * powers of two.
 */
package dev.azulejo.testkit;
