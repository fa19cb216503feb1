package dev.azulejo.sim.model;

import dev.azulejo.core.policy.ContiguousShares;
import dev.azulejo.sim.machine.MachineKey;

import java.util.ArrayList;
import java.util.List;

/**
 * The sequential exchange, as published systems distribute primitives (GPUpd): in batches; each GPU
 * maps a run of a batch to the owners of its primitives, and GPU k sends what it found when 0 to
 * k-1 have sent theirs. A batch is rendered when all of it has arrived.
 *
 * <p>The wait for the one before is N latencies in a row for each batch: the part that does not
 * scale.
 */
final class ExchangeBoard {
    /** Batches that a GPU may map ahead of the one that is rendered, as published. */
    static final int RUN_AHEAD = 2;

    /**
     * A batch of chunks.
     *
     * @param from first chunk
     * @param to behind the last
     * @param shares whose run is which, counted from {@code from}
     * @param left chunks of each GPU that are not mapped
     */
    private record Batch(int from, int to, ContiguousShares shares, int[] left) {}

    private final PhaseContext context;
    private final long triangleBytes;
    private final List<Batch> batches = new ArrayList<>();
    private final int arrived;

    /** Who sends next, and of which batch. */
    private int turn;

    private int sending;
    private boolean underWay;

    /** Batches that have arrived as a whole. */
    private int complete;

    ExchangeBoard(PhaseContext context) {
        this.context = context;
        triangleBytes = context.machine().count(MachineKey.EXCHANGE_BYTES);
        arrived = context.clock().register(batch -> hasSent());
        int most = context.machine().count(MachineKey.EXCHANGE_BATCH);
        int chunks = context.work().chunks();
        for (int from = 0; from < chunks; ) {
            int to = from;
            long primitives = 0;
            while (to < chunks && (to == from || primitives + primitives(to) <= most)) {
                primitives += primitives(to++);
            }
            batches.add(batch(from, to, primitives));
            from = to;
        }
    }

    private int primitives(int chunk) {
        return Math.max(1, context.work().phase().chunks().primitives(chunk));
    }

    private Batch batch(int from, int to, long primitives) {
        int gpus = context.gpus().size();
        var shares = new ContiguousShares(gpus);
        shares.begin(primitives);
        for (int chunk = from; chunk < to; chunk++) {
            shares.add(primitives(chunk));
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

    int end(int batch) {
        return batches.get(batch).to;
    }

    /** Returns the first chunk of a GPU's share of a batch. */
    int first(int batch, int gpu) {
        return batches.get(batch).from + batches.get(batch).shares.first(gpu);
    }

    /** Returns the chunk behind the last of a GPU's share. */
    int last(int batch, int gpu) {
        return batches.get(batch).from + batches.get(batch).shares.end(gpu);
    }

    /** Returns how many batches have arrived. */
    int complete() {
        return complete;
    }

    /** A GPU has mapped a chunk of its share. */
    void mapped(int gpu, int chunk) {
        int batch = complete;
        while (chunk >= end(batch)) {
            batch++;
        }
        batches.get(batch).left[gpu]--;
        send();
    }

    /** Begins: with no chunks there is nothing to send. */
    void send() {
        if (underWay || sending == batches.size() || batches.get(sending).left[turn] > 0) {
            return;
        }
        underWay = true;
        var sender = context.gpus().get(turn);
        long triangles = 0;
        for (int chunk = first(sending, turn); chunk < last(sending, turn); chunk++) {
            var work = context.work();
            triangles += work.touches(chunk) - work.gpu(turn).own(chunk);
        }
        sender.link().send(triangles * triangleBytes, arrived, sending);
    }

    private void hasSent() {
        underWay = false;
        turn++;
        if (turn == context.gpus().size()) {
            turn = 0;
            sending++;
            complete++;
            context.gpus().forEach(GpuModel::wake);
        }
        send();
    }
}
