package dev.azulejo.core.reuse;

import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.geometry.DrawState;
import dev.azulejo.core.geometry.GeometryChunk;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.tiling.TileGrid;
import dev.azulejo.core.tiling.TileList;

import java.lang.ref.WeakReference;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the tiles of a render that come out as in the render before into the same target, so that
 * their pixels can stay.
 *
 * <p>A target remembers what it holds: the renders of one kind, the images of a swap chain and maps
 * that are rendered in between each have a history of their own. A history is good only while the
 * target's version is the one that its last render left: nobody else has written there.
 *
 * <p>Threads: {@link #begin} and {@link #end} by the submitting thread, the rest by workers, each
 * with its own number.
 */
public final class TileReuse {
    /** What a render is found to need. */
    public enum Outcome {
        /** Nothing has changed: the target holds its pixels already. */
        UNCHANGED,
        /** Chunks are to be hashed and tiles tested. */
        TEST,
        /** Everything is to be rendered. */
        RENDER
    }

    /** Targets remembered at a time. */
    private static final int MOST_TARGETS = 16;

    /** What is known of a target. */
    private static final class History {
        final WeakReference<RenderTarget> target;
        final ReusePolicy policy = new ReusePolicy();
        Characterisation past;
        Characterisation current;
        InputWriter inputs;
        boolean inputsValid;
        boolean rendered;
        long version = -1;

        History(RenderTarget renderTarget, int workers, InputWriter writer) {
            target = new WeakReference<>(renderTarget);
            past = new Characterisation(workers);
            current = new Characterisation(workers);
            inputs = writer;
        }
    }

    private final Reuse options;
    private final Counts[] counts;
    private final TileTester[] testers;
    private final PrimitiveHasher stateHasher;
    private final ProgramNumbers programs = new ProgramNumbers();
    private final InputWriter states = new InputWriter(programs);
    private InputWriter inputs = new InputWriter(programs);
    private final List<History> histories = new ArrayList<>();
    private History history;

    // Of the render under way, read by testers.
    private final DrawInputs drawInputs = new DrawInputs();
    private boolean tests;
    private boolean comparable;
    private boolean unchangedKnown;

    /** States of the draw calls of a render: words, hashes and programs by draw number. */
    static final class DrawInputs {
        long[] words;
        int[] first = new int[64];
        long[] hash = new long[128];
        long[] program = new long[64];
    }

    /** Makes one for a device. */
    public TileReuse(Reuse reuse, Counts[] workerCounts) {
        options = reuse;
        counts = workerCounts;
        long[] keys = PrimitiveHasher.keys(new SecureRandom().nextLong());
        stateHasher = new PrimitiveHasher(reuse.hash(), keys);
        testers = new TileTester[workerCounts.length];
        for (int w = 0; w < testers.length; w++) {
            testers[w] = new TileTester(reuse, w, testers.length, keys, workerCounts[w]);
        }
    }

    /**
     * Begins a render.
     *
     * @param pass what is rendered
     * @param grid its tiles
     * @param draws its draw calls, numbered
     * @param drawCount how many
     * @param wholeFrame whether tiles are visited once
     */
    public Outcome begin(
            PassDescriptor pass,
            TileGrid grid,
            DrawState[] draws,
            int drawCount,
            boolean wholeFrame) {
        tests = false;
        history = null;
        if (!pass.clear() || !wholeFrame) {
            // What comes out depends on what was there, or tiles are visited several times.
            counts[0].add(Counter.RENDERS_UNTESTABLE, 1);
            forget(pass.target());
            return Outcome.RENDER;
        }
        history = find(pass.target());
        boolean holds = history.version == pass.target().version();
        if (unchanged(pass, draws, drawCount, holds)) {
            counts[0].add(Counter.RENDERS_UNCHANGED, 1);
            counts[0].add(Counter.TILES_REUSED, grid.count());
            return Outcome.UNCHANGED;
        }
        history.version = -1;
        // A first render may be the only one.
        if (options.mode() == Reuse.Mode.AUTO && !(history.rendered && history.policy.active())) {
            counts[0].add(Counter.REUSE_ASIDE, 1);
            history.past.valid = false;
            return Outcome.RENDER;
        }
        history.current.begin(pass, grid);
        long fixed = history.current.bytes() + history.past.bytes() - 8 * history.past.pooled();
        if (drawCount > options.draws()
                || !prepare(draws, drawCount)
                || fixed > (long) options.megabytes() << 20) {
            counts[0].add(Counter.RENDERS_UNTESTABLE, 1);
            history.past.valid = false;
            return Outcome.RENDER;
        }
        comparable = holds && history.past.comparable(history.current);
        tests = true;
        for (var tester : testers) {
            tester.begin(history.past, history.current, comparable, drawInputs);
        }
        return Outcome.TEST;
    }

    /** Writes down all inputs; returns whether they are those of the last render. */
    private boolean unchanged(
            PassDescriptor pass, DrawState[] draws, int drawCount, boolean holds) {
        unchangedKnown = options.unchanged();
        if (!unchangedKnown) {
            return false;
        }
        inputs.clear();
        inputs.add(pass.keepSamples() ? 1 : 0);
        inputs.addFloats(pass.clearRed(), pass.clearGreen());
        inputs.addFloats(pass.clearBlue(), pass.clearAlpha());
        inputs.addFloats(pass.clearDepth(), 0);
        for (int d = 0; d < drawCount; d++) {
            inputs.pixelInputs(draws[d]);
            inputs.geometryInputs(draws[d]);
        }
        counts[0].add(Counter.REUSE_BYTES_WRITTEN, 8L * inputs.count);
        if (holds && history.inputsValid) {
            counts[0].add(Counter.REUSE_BYTES_READ, 16L * inputs.count);
            if (inputs.sameAs(history.inputs)) {
                return true;
            }
        }
        var swapped = history.inputs;
        history.inputs = inputs;
        inputs = swapped;
        history.inputsValid = false;
        return false;
    }

    /** Writes down and hashes the states of the draw calls; false if one is too long. */
    private boolean prepare(DrawState[] draws, int drawCount) {
        if (drawInputs.first.length <= drawCount) {
            drawInputs.first = new int[2 * drawCount + 1];
            drawInputs.hash = new long[4 * drawCount + 2];
            drawInputs.program = new long[2 * drawCount + 1];
        }
        states.clear();
        for (int d = 0; d < drawCount; d++) {
            drawInputs.first[d] = states.count;
            drawInputs.program[d] = programs.of(draws[d].pipeline.program());
            states.pixelInputs(draws[d]);
            int count = states.count - drawInputs.first[d];
            if (count > PrimitiveHasher.MOST_STATE_WORDS) {
                return false;
            }
            stateHasher.hashState(states.words, drawInputs.first[d], count);
            drawInputs.hash[2 * d] = stateHasher.low;
            drawInputs.hash[2 * d + 1] = stateHasher.high;
        }
        drawInputs.first[drawCount] = states.count;
        drawInputs.words = states.words;
        return true;
    }

    private History find(RenderTarget target) {
        for (int h = histories.size() - 1; h >= 0; h--) {
            var known = histories.get(h).target.get();
            if (known == target) {
                var found = histories.get(h);
                if (h != histories.size() - 1) {
                    histories.remove(h);
                    histories.add(found);
                }
                return found;
            }
            if (known == null) {
                histories.remove(h);
            }
        }
        if (histories.size() == MOST_TARGETS) {
            histories.remove(0);
        }
        var made = new History(target, testers.length, new InputWriter(programs));
        histories.add(made);
        return made;
    }

    private void forget(RenderTarget target) {
        for (int h = 0; h < histories.size(); h++) {
            if (histories.get(h).target.get() == target) {
                histories.get(h).version = -1;
            }
        }
    }

    /** Makes room before chunks are hashed; returns whether the render can still be tested. */
    public boolean prepareChunks(int chunkCount) {
        if (options.way() == Reuse.Way.TILES) {
            history.current.requireData(history.current.tiles);
            return true;
        }
        if (chunkCount > options.blocks()) {
            counts[0].add(Counter.RENDERS_UNTESTABLE, 1);
            tests = false;
            history.past.valid = false;
            return false;
        }
        history.current.requireData(chunkCount * options.parts());
        history.current.requireMasks(chunkCount * options.parts());
        return true;
    }

    /** Hashes a chunk's triangles. */
    public void hash(int worker, GeometryChunk chunk, int index) {
        testers[worker].hash(chunk, index);
    }

    /** Whether a tile comes out as it is in the target; keeps what the next render asks for. */
    public boolean same(int worker, int tile, TileList list, GeometryChunk[] chunks) {
        return testers[worker].same(tile, list, chunks);
    }

    /** Ends a render that {@link #begin} did not find unchanged: the target holds its pixels. */
    public void end(RenderTarget target) {
        if (history == null) {
            return;
        }
        history.version = target.version();
        history.rendered = true;
        history.inputsValid = unchangedKnown;
        if (!tests) {
            return;
        }
        int filled = 0;
        int reused = 0;
        for (var tester : testers) {
            tester.end();
            filled += tester.filled();
            reused += tester.reused();
        }
        if (history.past.valid && options.mode() == Reuse.Mode.AUTO) {
            // Where somebody else keeps writing into the target, comparing never pays.
            history.policy.observe(Math.max(1, filled), comparable ? reused : 0);
        }
        history.current.valid = true;
        if (options.storage() == Reuse.Storage.PING_PONG) {
            var swapped = history.past;
            history.past = history.current;
            history.current = swapped;
        } else {
            counts[0].add(Counter.REUSE_BYTES_COPIED, history.past.copy(history.current));
        }
        counts[0].add(Counter.REUSE_MEMORY, history.past.bytes() + history.current.bytes());
    }
}
