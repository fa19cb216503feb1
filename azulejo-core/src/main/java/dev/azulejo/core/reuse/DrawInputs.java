package dev.azulejo.core.reuse;

import dev.azulejo.core.frame.Phase;

/**
 * States of the draw calls of a render, as far as pixels depend on them: words, hashes and programs
 * by draw number. Written by the submitting thread, read by workers.
 */
final class DrawInputs {
    private final ProgramNumbers programs;
    private final InputWriter writer;
    private final PrimitiveHasher hasher;
    private int[] first = new int[64];
    private long[] hash = new long[128];
    private long[] program = new long[64];

    DrawInputs(ProgramNumbers programNumbers, PrimitiveHasher stateHasher) {
        programs = programNumbers;
        writer = new InputWriter(programNumbers);
        hasher = stateHasher;
    }

    /** Writes down and hashes the draw calls of a phase; false if one is too long. */
    boolean write(Phase phase) {
        int drawCount = phase.drawCount();
        if (first.length <= drawCount) {
            first = new int[2 * drawCount + 1];
            hash = new long[4 * drawCount + 2];
            program = new long[2 * drawCount + 1];
        }
        writer.clear();
        for (int d = 0; d < drawCount; d++) {
            first[d] = writer.count;
            program[d] = programs.of(phase.draw(d).pipeline().program());
            writer.pixelInputs(phase.draw(d));
            int count = writer.count - first[d];
            if (count > PrimitiveHasher.MOST_STATE_WORDS) {
                return false;
            }
            hasher.hashState(writer.words, first[d], count);
            hash[2 * d] = hasher.low;
            hash[2 * d + 1] = hasher.high;
        }
        first[drawCount] = writer.count;
        return true;
    }

    /** All words. */
    long[] words() {
        return writer.words;
    }

    /** First word of a draw call; that of the number behind the last is the end. */
    int first(int draw) {
        return first[draw];
    }

    /** Low half of the hash of a draw call's state. */
    long hashLow(int draw) {
        return hash[2 * draw];
    }

    /** High half. */
    long hashHigh(int draw) {
        return hash[2 * draw + 1];
    }

    /** Number of a draw call's program. */
    long program(int draw) {
        return program[draw];
    }
}
