package dev.azulejo.core.device;

import dev.azulejo.core.geometry.PatchGroup;

import java.util.Arrays;

/**
 * The groups of a window, and what waits for the arbiter in submission order: groups, and ordinary
 * chunks between them. Its arrays are reused. Owned by whoever holds the stream's lock.
 */
final class LaunchOrder {
    private PatchGroup[] groups = new PatchGroup[0];
    private int groupCount;

    /** What waits: number of a group in the window, or ~ a chunk. */
    private int[] waiting = new int[64];

    private int first;
    private int end;
    private int waitingChunks;

    /** A window begins. */
    void clear() {
        groupCount = 0;
        first = 0;
        end = 0;
        waitingChunks = 0;
    }

    /** Returns the group to launch next, to be described; it waits from now on. */
    PatchGroup addGroup() {
        if (groupCount == groups.length) {
            groups = Arrays.copyOf(groups, Math.max(16, 2 * groupCount));
            for (int g = groupCount; g < groups.length; g++) {
                groups[g] = new PatchGroup();
            }
        }
        add(groupCount);
        return groups[groupCount++];
    }

    /** An ordinary chunk waits. */
    void addChunk(int number) {
        add(~number);
        waitingChunks++;
    }

    private void add(int entry) {
        if (first == end) {
            first = 0;
            end = 0;
        }
        if (end == waiting.length) {
            waiting = Arrays.copyOf(waiting, 2 * end);
        }
        waiting[end++] = entry;
    }

    /** Whether nothing waits. */
    boolean isEmpty() {
        return first == end;
    }

    /** Returns the group that is first, or null if an ordinary chunk is. */
    PatchGroup firstGroup() {
        int entry = waiting[first];
        return entry < 0 ? null : groups[entry];
    }

    /** Returns the number of the ordinary chunk that is first. */
    int firstChunk() {
        return ~waiting[first];
    }

    /** What is first waits no longer. */
    void removeFirst() {
        if (waiting[first++] < 0) {
            waitingChunks--;
        }
    }

    /** Returns how many groups wait. */
    int waitingGroups() {
        return end - first - waitingChunks;
    }

    /** Returns how many ordinary chunks wait. */
    int waitingChunks() {
        return waitingChunks;
    }

    /** Returns how many groups the window has. */
    int groupCount() {
        return groupCount;
    }

    /** Returns the memory of the window's groups, bytes. */
    long bytes() {
        long sum = 0;
        for (int g = 0; g < groupCount; g++) {
            sum += groups[g].bytes();
        }
        return sum;
    }
}
