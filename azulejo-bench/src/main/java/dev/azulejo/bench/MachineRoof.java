package dev.azulejo.bench;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * What a machine can do at most, as this program finds it: multiplications and additions of floats
 * in registers, and bytes between processors and memory, with some threads at once.
 *
 * @param operations a second, of all threads
 * @param bytes a second, of all threads: two arrays are read and a third one is written
 */
record MachineRoof(double operations, double bytes) {
    private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;
    private static final int ROUNDS = 1 << 22;

    /** Multiplied and added at a time: they do not wait for each other. */
    private static final int CHAINS = 8;

    /** Floats of each array of a thread: far more than caches hold. */
    private static final int FLOATS = 1 << 25;

    private static final int PASSES = 12;

    /** Keeps results from being left out. */
    static volatile float kept;

    /** Measures; takes some seconds. */
    static MachineRoof measure(int threads) {
        double operations = 0;
        for (int pass = 0; pass < PASSES; pass++) {
            double seconds = seconds(threads, thread -> kept = compute());
            operations =
                    Math.max(operations, 2.0 * CHAINS * F.length() * ROUNDS * threads / seconds);
        }
        float[][][] arrays = new float[threads][3][FLOATS];
        double bytes = 0;
        for (int pass = 0; pass < PASSES; pass++) {
            double seconds = seconds(threads, thread -> add(arrays[thread]));
            bytes = Math.max(bytes, 3.0 * Float.BYTES * FLOATS * threads / seconds);
        }
        return new MachineRoof(operations, bytes);
    }

    private static double seconds(int threads, IntConsumer work) {
        long start = System.nanoTime();
        var all =
                IntStream.range(0, threads)
                        .mapToObj(thread -> Thread.ofPlatform().start(() -> work.accept(thread)))
                        .toList();
        try {
            for (var one : all) {
                one.join();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return (System.nanoTime() - start) / 1e9;
    }

    private static float compute() {
        var x = FloatVector.broadcast(F, 0.999f);
        var y = FloatVector.broadcast(F, 0.001f);
        var a = y;
        var b = y;
        var c = y;
        var d = y;
        var e = y;
        var f = y;
        var g = y;
        var h = y;
        for (int i = 0; i < ROUNDS; i++) {
            a = a.fma(x, y);
            b = b.fma(x, y);
            c = c.fma(x, y);
            d = d.fma(x, y);
            e = e.fma(x, y);
            f = f.fma(x, y);
            g = g.fma(x, y);
            h = h.fma(x, y);
        }
        var sum = a.add(b).add(c).add(d).add(e).add(f).add(g).add(h);
        float[] lanes = new float[F.length()];
        sum.intoArray(lanes, 0);
        return lanes[0];
    }

    private static void add(float[][] arrays) {
        float[] a = arrays[0];
        float[] b = arrays[1];
        float[] c = arrays[2];
        for (int i = 0; i < F.loopBound(a.length); i += F.length()) {
            FloatVector.fromArray(F, a, i).add(FloatVector.fromArray(F, b, i)).intoArray(c, i);
        }
    }
}
