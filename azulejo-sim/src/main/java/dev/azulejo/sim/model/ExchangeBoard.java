package dev.azulejo.sim.model;

import dev.azulejo.core.policy.ContiguousShares;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.unit.UnitState;

import java.util.ArrayList;
import java.util.List;

/**
 * The sequential exchange, as published systems distribute primitives (GPUpd): in batches; each GPU
 * maps a run of a batch to the owners of its primitives, and GPU k sends what it found when 0 to
 * k-1 have sent theirs of that batch. A batch is rendered when all of it has arrived; as many as
 * there are buffers ahead of it may be under way meanwhile, each with turns of its own.
 *
 * <p>The wait for the one before is N latencies in a row for each batch, divided by the batches
 * that are under way together: the part that does not scale. What is made of patches is in no
 * batch: nobody has published how it would be exchanged.
 */
final class ExchangeBoard {
    /**
     * A batch of chunks, by their places among those that are exchanged.
     *
     * @param from place of the first chunk
     * @param to behind the last
     * @param shares whose run is which, counted from {@code from}
     * @param left chunks of each GPU that are not mapped
     */
    private record Batch(int from, int to, ContiguousShares shares, int[] left) {}

    /** Batches that a GPU may map ahead of the one that it renders. */
    private final int ahead;

    private final PhaseContext context;
    private final PhaseWork work;
    private final long triangleBytes;

    /** Chunks that are exchanged. */
    private final IntList chunks = new IntList();

    private final List<Batch> batches = new ArrayList<>();
    private final int arrived;
    private final int told;

    /** Batches that each GPU has given its part of to its link. */
    private final int[] given;

    /** Batches of which each GPU's part has arrived. */
    private final int[] sent;

    /** Parts that are on their way. */
    private int underWay;

    ExchangeBoard(PhaseContext context) {
        this.context = context;
        work = context.work();
        triangleBytes = context.machine().count(MachineKey.EXCHANGE_BYTES);
        ahead = context.machine().count(MachineKey.EXCHANGE_AHEAD);
        sent = new int[context.gpus().size()];
        given = new int[sent.length];
        arrived = context.clock().register(this::hasSent);
        told = context.clock().register(argument -> wakeAll());
        for (int chunk = 0; chunk < work.chunks(); chunk++) {
            if (!work.isTessellated(chunk)) {
                chunks.add(chunk);
            }
        }
        int most = context.machine().count(MachineKey.EXCHANGE_BATCH);
        for (int from = 0; from < chunks.size(); ) {
            int to = from;
            long primitives = 0;
            while (to < chunks.size() && (to == from || primitives + primitives(to) <= most)) {
                primitives += primitives(to++);
            }
            batches.add(batch(from, to, primitives));
            from = to;
        }
    }

    private int primitives(int place) {
        return Math.max(1, work.phase().chunks().primitives(chunk(place)));
    }

    private Batch batch(int from, int to, long primitives) {
        int gpus = context.gpus().size();
        var shares = new ContiguousShares(gpus);
        shares.begin(primitives);
        for (int place = from; place < to; place++) {
            shares.add(primitives(place));
        }
        var left = new int[gpus];
        for (int gpu = 0; gpu < gpus; gpu++) {
            left[gpu] = shares.end(gpu) - shares.first(gpu);
        }
        return new Batch(from, to, shares, left);
    }

    int batches() {
        return batches.size();
    }

    /** Returns how many batches may be mapped ahead of the one that is rendered. */
    int ahead() {
        return ahead;
    }

    /** Returns the chunk at a place. */
    int chunk(int place) {
        return chunks.get(place);
    }

    /** Returns the chunk behind the last of a batch. */
    int end(int batch) {
        return chunk(batches.get(batch).to - 1) + 1;
    }

    /** Returns the place of the first chunk of a GPU's share of a batch. */
    int first(int batch, int gpu) {
        return batches.get(batch).from + batches.get(batch).shares.first(gpu);
    }

    /** Returns the place behind the last of a GPU's share. */
    int last(int batch, int gpu) {
        return batches.get(batch).from + batches.get(batch).shares.end(gpu);
    }

    /** Returns how many batches have arrived. */
    int complete() {
        return sent[sent.length - 1];
    }

    /** Returns the chunk before which everything is known that was to be exchanged. */
    int known() {
        return complete() == batches.size() ? work.chunks() : chunk(batches.get(complete()).from);
    }

    /** Returns what those wait for who need the next batch: what is being sent, or is not found. */
    UnitState waitsFor() {
        return underWay > 0 ? UnitState.LINK : UnitState.DEPENDENCY;
    }

    /** A GPU has mapped a chunk of its share. */
    void mapped(int gpu, int chunk) {
        int batch = complete();
        while (chunk >= end(batch)) {
            batch++;
        }
        batches.get(batch).left[gpu]--;
        send(gpu);
    }

    /** Begins: with no chunks in its share a GPU has nothing to map. */
    void send() {
        send(0);
    }

    /** A GPU sends its part of the next batch when all of it is mapped, and in its turn. */
    private void send(int gpu) {
        int batch = given[gpu];
        boolean inTurn = gpu == 0 || sent[gpu - 1] > batch;
        // Whoever has a share maps no further than there are buffers.
        if (batch == batches.size() || !inTurn || batches.get(batch).left[gpu] > 0) {
            return;
        }
        given[gpu]++;
        underWay++;
        var link = context.gpus().get(gpu).link();
        link.send(trianglesForOthers(batch, gpu) * triangleBytes, arrived, gpu);
        // Those who wait know now what for.
        context.clock().schedule(0, told, 0);
        send(gpu);
    }

    private long trianglesForOthers(int batch, int sender) {
        long triangles = 0;
        for (int gpu = 0; gpu < sent.length; gpu++) {
            var costs = context.gpus().get(gpu).costs();
            for (int place = first(batch, sender); place < last(batch, sender); place++) {
                triangles += gpu == sender ? 0 : costs.setUp(chunk(place));
            }
        }
        return triangles;
    }

    /** What a GPU has sent is there: it is the next one's turn, or a buffer is free. */
    private void hasSent(int gpu) {
        underWay--;
        sent[gpu]++;
        send((gpu + 1) % sent.length);
        wakeAll();
    }

    private void wakeAll() {
        context.gpus().forEach(GpuModel::wake);
    }
}
