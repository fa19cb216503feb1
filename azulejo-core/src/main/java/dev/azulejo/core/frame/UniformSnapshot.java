package dev.azulejo.core.frame;

import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.shader.BindGroup;

/**
 * What the uniforms of a phase held when its draw calls were read, so that they can be written for
 * the next frame while the phase is carried out. Textures and buffers of vertices are not copied.
 *
 * <p>Copies are kept from phase to phase and made anew only if a buffer has been written since.
 * Owned by the thread that reads the commands.
 */
final class UniformSnapshot {
    /**
     * Copies that so many frames in a row have not asked for are forgotten: groups that are made
     * anew for each frame shall not pile up.
     */
    static final int LONGEST_IDLE = 8;

    private static final int FEWEST_SLOTS = 64;

    /** Groups as they were bound, by the hash of their identity; open addressing. */
    private BindGroup[] source = new BindGroup[FEWEST_SLOTS];

    private BindGroup[] copy = new BindGroup[FEWEST_SLOTS];
    private UniformBuffer[] stand = new UniformBuffer[FEWEST_SLOTS];

    /** Version of the source that was copied. */
    private long[] version = new long[FEWEST_SLOTS];

    /** Phase that asked last, and its frame. */
    private long[] asked = new long[FEWEST_SLOTS];

    private long[] askedFrame = new long[FEWEST_SLOTS];

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
        if (frame != ofFrame) {
            frame = ofFrame;
            if (frame % LONGEST_IDLE == 0 && anyIdle()) {
                rehash();
            }
        }
    }

    /** Returns a group with what its uniforms hold now, for as long as the phase lasts. */
    BindGroup of(BindGroup group) {
        var uniforms = group.uniforms();
        if (uniforms.length() == 0) {
            return group;
        }
        int slot = find(group);
        if (source[slot] == null) {
            if (2 * (count + 1) > source.length) {
                rehash();
                slot = find(group);
            }
            source[slot] = group;
            stand[slot] = DeviceAccess.stand(uniforms);
            copy[slot] =
                    new BindGroup(stand[slot], group.textures(), group.samplers(), group.depths());
            version[slot] = uniforms.version() - 1;
            asked[slot] = phase - 1;
            askedFrame[slot] = frame;
            count++;
        }
        if (asked[slot] != phase) {
            asked[slot] = phase;
            askedFrame[slot] = frame;
            if (version[slot] != uniforms.version()) {
                version[slot] = uniforms.version();
                DeviceAccess.copy(uniforms, stand[slot]);
            }
        }
        return copy[slot];
    }

    private int find(BindGroup group) {
        int mask = source.length - 1;
        int slot = System.identityHashCode(group) & mask;
        while (source[slot] != null && source[slot] != group) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private boolean idle(int slot) {
        return source[slot] != null && frame - askedFrame[slot] >= LONGEST_IDLE;
    }

    private boolean anyIdle() {
        boolean any = false;
        for (int s = 0; s < source.length; s++) {
            any |= idle(s);
        }
        return any;
    }

    /** Moves everything that was asked for lately to a table that is a quarter full at most. */
    private void rehash() {
        int live = 0;
        for (int s = 0; s < source.length; s++) {
            live += source[s] != null && !idle(s) ? 1 : 0;
        }
        int slots = FEWEST_SLOTS;
        while (slots < 4 * (live + 1)) {
            slots *= 2;
        }
        var oldSource = source;
        var oldCopy = copy;
        var oldStand = stand;
        long[] oldVersion = version;
        long[] oldAsked = asked;
        long[] oldAskedFrame = askedFrame;
        source = new BindGroup[slots];
        copy = new BindGroup[slots];
        stand = new UniformBuffer[slots];
        version = new long[slots];
        asked = new long[slots];
        askedFrame = new long[slots];
        count = 0;
        for (int s = 0; s < oldSource.length; s++) {
            if (oldSource[s] != null && frame - oldAskedFrame[s] < LONGEST_IDLE) {
                int slot = find(oldSource[s]);
                source[slot] = oldSource[s];
                copy[slot] = oldCopy[s];
                stand[slot] = oldStand[s];
                version[slot] = oldVersion[s];
                asked[slot] = oldAsked[s];
                askedFrame[slot] = oldAskedFrame[s];
                count++;
            }
        }
    }

    /** Groups that are kept. */
    int size() {
        return count;
    }

    /** Places that there are for groups. */
    int slots() {
        return source.length;
    }
}
