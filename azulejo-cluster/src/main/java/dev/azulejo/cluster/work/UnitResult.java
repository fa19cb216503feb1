package dev.azulejo.cluster.work;

/**
 * What came of a unit.
 *
 * @param bytes in the words of who did it; null if nobody could
 * @param failure why nobody could, in one line; null if somebody did
 */
public record UnitResult(byte[] bytes, String failure) {}
