package dev.azulejo.cluster.work;

import dev.azulejo.cluster.message.Message;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Map;

/**
 * Results of one worker as far as they have come.
 *
 * <p>Threads: one at a time, who holds the lock of the coordinator.
 */
final class PartialResults {
    private final Map<Integer, ByteArrayOutputStream> results = new HashMap<>();

    /**
     * Takes in a piece.
     *
     * @param largest whole result, bytes
     * @return whether it fits: it follows the one before, and the whole is not too large
     */
    boolean add(Message.Result piece, long largest) {
        var result = results.computeIfAbsent(piece.unit(), first -> new ByteArrayOutputStream());
        if (result.size() != piece.offset()
                || result.size() + (long) piece.bytes().length > largest) {
            return false;
        }
        result.writeBytes(piece.bytes());
        return true;
    }

    /** Returns what has come of a unit, of which there was a piece. */
    byte[] of(int unit) {
        return results.get(unit).toByteArray();
    }

    void forget(int unit) {
        results.remove(unit);
    }

    void forgetAll() {
        results.clear();
    }
}
