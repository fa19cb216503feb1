package dev.azulejo.bench;

import dev.azulejo.core.tessellation.TessellatedPatch;
import dev.azulejo.core.tessellation.TessellationDomain;
import dev.azulejo.core.tessellation.TessellationMode;
import dev.azulejo.core.tessellation.TessellationPartitioning;
import dev.azulejo.core.tessellation.TessellationTopology;
import dev.azulejo.core.tessellation.Tessellator;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * The tessellator alone: {@code points} is the time a domain point, the other figure that of {@link
 * #PATCHES} patches.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class TessellatorBenchmark {
    private static final int PATCHES = 64;

    /** What is divided. */
    @Param({"QUAD", "TRIANGLE"})
    public TessellationDomain domain;

    /** How edges are divided. */
    @Param("FRACTIONAL_ODD")
    public TessellationPartitioning partitioning;

    /** Of every edge and inside, or differing: each from 1 to 32, half of them below 6. */
    @Param({"4", "8", "16", "32", "64", "mixed"})
    public String factors;

    private final Tessellator tessellator = new Tessellator();
    private final TessellatedPatch patch = new TessellatedPatch();
    private final float[][] edgeFactors = new float[PATCHES][4];
    private final float[][] insideFactors = new float[PATCHES][2];
    private TessellationMode mode;

    /** Domain points made. */
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    @State(Scope.Thread)
    public static class Made {
        /** Of all patches. */
        public long points;
    }

    /** Draws the factors. */
    @Setup
    public void make() {
        var random = new Random(5);
        mode =
                new TessellationMode(
                        domain, partitioning, TessellationTopology.TRIANGLES_COUNTER_CLOCKWISE);
        for (int p = 0; p < PATCHES; p++) {
            for (int i = 0; i < 4; i++) {
                edgeFactors[p][i] = factor(random);
            }
            for (int i = 0; i < 2; i++) {
                insideFactors[p][i] = factor(random);
            }
        }
    }

    private float factor(Random random) {
        return factors.equals("mixed")
                ? (float) Math.pow(2, random.nextDouble(0, 5))
                : Float.parseFloat(factors);
    }

    /** Tessellates all patches. */
    @Benchmark
    public TessellatedPatch tessellate(Made made) {
        for (int p = 0; p < PATCHES; p++) {
            tessellator.tessellate(mode, edgeFactors[p], insideFactors[p], patch);
            made.points += patch.pointCount();
        }
        return patch;
    }
}
