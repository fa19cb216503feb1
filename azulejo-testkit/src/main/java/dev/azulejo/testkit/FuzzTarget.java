package dev.azulejo.testkit;

import java.util.random.RandomGenerator;

/**
 * What reads inputs. It stands on the other side of a {@link CoverageLoader}, which makes it by a
 * constructor without parameters.
 */
public interface FuzzTarget extends AutoCloseable {
    /**
     * Reads an input.
     *
     * @param input as it came from a stranger
     * @param random for all that is not in it; the same for the same input
     * @return in a few words how that ended, as one of the ways in which it may
     * @throws Exception where it ended in any other way
     */
    String read(byte[] input, RandomGenerator random) throws Exception;

    @Override
    default void close() {}
}
