package dev.azulejo.core.frame;

import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.shader.BindGroup;

import java.util.Arrays;

/**
 * What the uniforms of a phase held when its draw calls were read, so that they can be written for
 * the next frame while the phase is carried out. Textures and buffers of vertices are not copied.
 *
 * <p>Copies are kept from phase to phase and made anew only if a buffer has been written since.
 * They lie in the order in which they were first asked for, which is that of the draw calls: most
 * frames ask in the same order again, and find each group behind the one before it. With thousands
 * of draw calls a table alone would be read all over the place, by one thread while the others
 * wait.
 *
 * <p>Owned by the thread that reads the commands.
 */
final class UniformSnapshot {
    /**
     * Copies that so many frames in a row have not asked for are forgotten: groups that are made
     * anew for each frame shall not pile up.
     */
    static final int LONGEST_IDLE = 8;

    private static final int FEWEST_SLOTS = 64;

    /** How far behind the last group of a number the next one is looked for, without the table. */
    private static final int NEAR = 4;

    // Of each group three longs: version of the source that was copied, phase and frame that asked
    // last
    private static final int VERSION = 0;
    private static final int PHASE = 1;
    private static final int FRAME = 2;
    private static final int STRIDE = 3;

    /** Groups as they were bound, in the order in which they came. */
    private BindGroup[] source = new BindGroup[FEWEST_SLOTS / 2];

    private BindGroup[] copy = new BindGroup[FEWEST_SLOTS / 2];
    private UniformBuffer[] stand = new UniformBuffer[FEWEST_SLOTS / 2];
    private long[] state = new long[STRIDE * FEWEST_SLOTS / 2];

    /** Where a group lies, plus one, by the hash of its identity; open addressing. */
    private int[] table = new int[FEWEST_SLOTS];

    /** Where the last group lay that was asked for, for each number under which it was bound. */
    private final int[] last = new int[BindGroup.MAX_GROUPS];

    private int count;
    private long phase;
    private long frame;

    /**
     * A phase begins.
     *
     * @param ofFrame number of its frame; all phases of a frame may ask here
     */
    void begin(long ofFrame) {
        phase++;
        Arrays.fill(last, 0);
        if (frame != ofFrame) {
            frame = ofFrame;
            if (frame % LONGEST_IDLE == 0 && anyIdle()) {
                rehash();
            }
        }
    }

    /**
     * Returns a group with what its uniforms hold now, for as long as the phase lasts.
     *
     * @param group as it is bound
     * @param number under which it is: what is likely to come next depends on it
     */
    BindGroup of(BindGroup group, int number) {
        var uniforms = group.uniforms();
        if (uniforms.length() == 0) {
            return group;
        }
        int at = near(group, last[number]);
        if (at < 0) {
            at = find(group);
        }
        if (at < 0) {
            at = add(group, uniforms);
        }
        last[number] = at;
        if (state[STRIDE * at + PHASE] != phase) {
            state[STRIDE * at + PHASE] = phase;
            state[STRIDE * at + FRAME] = frame;
            if (state[STRIDE * at + VERSION] != uniforms.version()) {
                state[STRIDE * at + VERSION] = uniforms.version();
                DeviceAccess.copy(uniforms, stand[at]);
            }
        }
        return copy[at];
    }

    private int near(BindGroup group, int from) {
        for (int i = from; i < Math.min(count, from + NEAR); i++) {
            if (source[i] == group) {
                return i;
            }
        }
        return -1;
    }

    private int find(BindGroup group) {
        int mask = table.length - 1;
        int slot = System.identityHashCode(group) & mask;
        while (table[slot] != 0) {
            if (source[table[slot] - 1] == group) {
                return table[slot] - 1;
            }
            slot = slot + 1 & mask;
        }
        return -1;
    }

    private int add(BindGroup group, UniformBuffer uniforms) {
        if (count == source.length) {
            rehash();
        }
        int at = count++;
        source[at] = group;
        stand[at] = DeviceAccess.stand(uniforms);
        copy[at] = new BindGroup(stand[at], group.textures(), group.samplers(), group.depths());
        state[STRIDE * at + VERSION] = uniforms.version() - 1;
        state[STRIDE * at + PHASE] = phase - 1;
        state[STRIDE * at + FRAME] = frame;
        enter(at);
        return at;
    }

    private void enter(int at) {
        int mask = table.length - 1;
        int slot = System.identityHashCode(source[at]) & mask;
        while (table[slot] != 0) {
            slot = slot + 1 & mask;
        }
        table[slot] = at + 1;
    }

    private boolean idle(int at) {
        return frame - state[STRIDE * at + FRAME] >= LONGEST_IDLE;
    }

    private boolean anyIdle() {
        boolean any = false;
        for (int i = 0; i < count; i++) {
            any |= idle(i);
        }
        return any;
    }

    /** Forgets who is idle; the table is a quarter full at most then. */
    private void rehash() {
        int live = 0;
        for (int i = 0; i < count; i++) {
            live += idle(i) ? 0 : 1;
        }
        int slots = FEWEST_SLOTS;
        while (slots < 4 * (live + 1)) {
            slots *= 2;
        }
        var oldSource = source;
        var oldCopy = copy;
        var oldStand = stand;
        long[] oldState = state;
        int oldCount = count;
        source = new BindGroup[slots / 2];
        copy = new BindGroup[slots / 2];
        stand = new UniformBuffer[slots / 2];
        state = new long[STRIDE * slots / 2];
        table = new int[slots];
        count = 0;
        for (int i = 0; i < oldCount; i++) {
            if (frame - oldState[STRIDE * i + FRAME] < LONGEST_IDLE) {
                source[count] = oldSource[i];
                copy[count] = oldCopy[i];
                stand[count] = oldStand[i];
                System.arraycopy(oldState, STRIDE * i, state, STRIDE * count, STRIDE);
                enter(count);
                count++;
            }
        }
    }

    /** Groups that are kept. */
    int size() {
        return count;
    }

    /** Places that there are in the table. */
    int slots() {
        return table.length;
    }
}
