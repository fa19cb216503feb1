import dev.azulejo.core.tessellation.TessellatedPatch;
import dev.azulejo.core.tessellation.TessellationDomain;
import dev.azulejo.core.tessellation.TessellationMode;
import dev.azulejo.core.tessellation.TessellationPartitioning;
import dev.azulejo.core.tessellation.TessellationTopology;
import dev.azulejo.core.tessellation.Tessellator;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Holds what Azulejo's tessellator makes of random factors against what llvmpipe's makes: domain
 * points bit by bit, and primitives up to their order and to which of their vertices comes first.
 * {@code tessellation.sh} starts it. Exit code 1 if anything differs.
 *
 * <p>Coordinates, edges and windings are OpenGL's in both, so nothing has to be mapped. OpenGL has
 * no power-of-two partitioning; ours is held against equal spacing with the factors rounded up.
 */
final class TessellationCompare {
    /** Patches that go through a file at a time. */
    private static final int BATCH = 250;

    /** Bytes of a patch in the file. */
    private static final int PATCH_BYTES = 36;

    private static final float ONE = 65536;

    /** Where rules change. */
    private static final float[] SPECIAL = {
        0,
        -0f,
        -1,
        Float.MIN_NORMAL,
        Float.NaN,
        Float.NEGATIVE_INFINITY,
        Float.POSITIVE_INFINITY,
        1e30f,
        0.5f,
        Math.nextDown(1f),
        1,
        Math.nextUp(1f),
        1 + 0x1p-17f,
        Math.nextUp(1 + 0x1p-17f),
        1 + 0x1p-16f,
        1.001f,
        1.999f,
        2,
        2.001f,
        3,
        3.001f,
        4,
        5,
        62.999f,
        63,
        63.001f,
        63.5f,
        64,
        64.5f,
        65
    };

    /** How factors are drawn. */
    private enum Draw {
        ANY("1 to 64"),
        SMALL("1 to 9"),
        WHOLE("whole numbers"),
        EQUAL("all factors equal"),
        NEAR("just beside whole numbers"),
        SPECIAL("where rules change, and others");

        private final String words;

        Draw(String words) {
            this.words = words;
        }

        float[] factors(Random random) {
            var factors = new float[6];
            for (int i = 0; i < 6; i++) {
                factors[i] = factor(random);
            }
            if (this == EQUAL) {
                Arrays.fill(factors, factors[0]);
            }
            return factors;
        }

        private float factor(Random random) {
            int whole = random.nextInt(1, 65);
            return switch (this) {
                case ANY, EQUAL -> random.nextFloat(1, 64);
                case SMALL -> random.nextFloat(1, 9);
                case WHOLE -> random.nextInt(4) == 0 ? random.nextInt(1, 5) : whole;
                case NEAR -> whole + random.nextInt(-20, 21) * 0x1p-16f;
                // Few that drop the patch, or there would be little to compare.
                case SPECIAL ->
                        switch (random.nextInt(3)) {
                            case 0 -> random.nextFloat(1, 9);
                            case 1 -> TessellationCompare.SPECIAL[random.nextInt(8, 30)];
                            default ->
                                    random.nextInt(4) == 0
                                            ? TessellationCompare.SPECIAL[random.nextInt(8)]
                                            : whole;
                        };
            };
        }
    }

    /** What was seen of one kind of patch. */
    private static final class Tally {
        private long patches;
        private long dropped;
        private long primitives;
        private long differing;
        private long points;
        private long primitivesAlone;
    }

    private final Path folder;
    private final Path harness;
    private final int patches;
    private final Random random;
    private final Tessellator tessellator = new Tessellator();
    private final TessellatedPatch patch = new TessellatedPatch();

    private TessellationCompare(Path folder, Path harness, int patches, long seed) {
        this.folder = folder;
        this.harness = harness;
        this.patches = patches;
        this.random = new Random(seed);
    }

    /** Arguments: the tessellation program, patches of each kind, seed. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        var harness = Path.of(arguments[0]).toAbsolutePath();
        int patches = Integer.parseInt(arguments[1]);
        long seed = Long.parseLong(arguments[2]);
        var folder = Files.createTempDirectory("tessellation");
        boolean same = true;
        try {
            System.out.println(
                    "| domain | partitioning | factors | patches | dropped | primitives"
                            + " | patches that differ | points of one alone | primitives of one"
                            + " alone |");
            System.out.println("| --- | --- | --- | --: | --: | --: | --: | --: | --: |");
            var compare = new TessellationCompare(folder, harness, patches, seed);
            for (var domain : TessellationDomain.values()) {
                for (var partitioning : TessellationPartitioning.values()) {
                    for (var draw : Draw.values()) {
                        same &= compare.run(domain, partitioning, draw);
                    }
                }
            }
        } finally {
            Files.deleteIfExists(folder.resolve("in"));
            Files.deleteIfExists(folder.resolve("out"));
            Files.delete(folder);
        }
        System.exit(same ? 0 : 1);
    }

    private boolean run(TessellationDomain domain, TessellationPartitioning partitioning, Draw draw)
            throws IOException, InterruptedException {
        var tally = new Tally();
        for (int done = 0; done < patches; done += BATCH) {
            int count = Math.min(BATCH, patches - done);
            var modes = new ArrayList<TessellationMode>();
            var factors = new ArrayList<float[]>();
            for (int i = 0; i < count; i++) {
                modes.add(new TessellationMode(domain, partitioning, topology(domain)));
                factors.add(draw.factors(random));
            }
            var theirs = tessellateWithPeer(modes, factors);
            for (int i = 0; i < count; i++) {
                compare(modes.get(i), factors.get(i), theirs, tally);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %s | %d | %d | %d | %d | %d | %d |%n",
                domain.name().toLowerCase(Locale.ROOT),
                partitioning.name().toLowerCase(Locale.ROOT),
                draw.words,
                tally.patches,
                tally.dropped,
                tally.primitives,
                tally.differing,
                tally.points,
                tally.primitivesAlone);
        return tally.differing == 0;
    }

    /** Mostly primitives, of either winding, and now and then points. */
    private TessellationTopology topology(TessellationDomain domain) {
        if (random.nextInt(5) == 0) {
            return TessellationTopology.POINTS;
        }
        if (domain == TessellationDomain.ISOLINE) {
            return TessellationTopology.LINES;
        }
        return random.nextBoolean()
                ? TessellationTopology.TRIANGLES_CLOCKWISE
                : TessellationTopology.TRIANGLES_COUNTER_CLOCKWISE;
    }

    private void compare(TessellationMode mode, float[] factors, ByteBuffer theirs, Tally tally) {
        int vertices = mode.topology().vertices();
        tessellator.tessellate(
                mode, Arrays.copyOf(factors, 4), Arrays.copyOfRange(factors, 4, 6), patch);
        var ours = new long[patch.indexCount()];
        for (int i = 0; i < ours.length; i++) {
            int point = patch.indices[i];
            ours[i] = point(patch.u[point], patch.v[point], patch.w[point]);
        }
        var others = new long[theirs.getInt()];
        for (int i = 0; i < others.length; i++) {
            others[i] = point(theirs.getFloat(), theirs.getFloat(), theirs.getFloat());
        }
        long points = alone(primitives(distinct(ours), 1), primitives(distinct(others), 1));
        long alone = alone(primitives(ours, vertices), primitives(others, vertices));
        tally.patches++;
        tally.dropped += ours.length == 0 ? 1 : 0;
        tally.primitives += ours.length / vertices;
        tally.points += points;
        tally.primitivesAlone += alone;
        tally.differing += points + alone > 0 ? 1 : 0;
    }

    /** Coordinates as one number, 17 bits each; -1, which ours are not, if not in fixed point. */
    private static long point(float u, float v, float w) {
        long point = 0;
        for (float coordinate : new float[] {u, v, w}) {
            float fixed = coordinate * ONE;
            if (fixed != Math.rint(fixed) || fixed < 0 || fixed > ONE) {
                return -1;
            }
            point = point << 17 | (long) fixed;
        }
        return point;
    }

    private static long[] distinct(long[] points) {
        return Arrays.stream(points).distinct().toArray();
    }

    /** Sorted, each beginning with its smallest vertex; lines keep their direction. */
    private static List<List<Long>> primitives(long[] points, int vertices) {
        var primitives = new ArrayList<List<Long>>();
        for (int i = 0; i < points.length; i += vertices) {
            var primitive = new ArrayList<Long>();
            for (int k = 0; k < vertices; k++) {
                primitive.add(points[i + k]);
            }
            if (vertices == 3) {
                var least = turned(primitive, 0);
                for (int turn = 1; turn < 3; turn++) {
                    var next = turned(primitive, turn);
                    least = order(next, least) < 0 ? next : least;
                }
                primitives.add(least);
            } else {
                primitives.add(primitive);
            }
        }
        primitives.sort(TessellationCompare::order);
        return primitives;
    }

    private static List<Long> turned(List<Long> triangle, int turn) {
        var copy = new ArrayList<>(triangle);
        Collections.rotate(copy, turn);
        return copy;
    }

    private static int order(List<Long> a, List<Long> b) {
        for (int i = 0; i < a.size(); i++) {
            int order = Long.compare(a.get(i), b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** How many of two sorted lists are in one alone. */
    private static long alone(List<List<Long>> a, List<List<Long>> b) {
        int i = 0;
        int j = 0;
        long alone = 0;
        while (i < a.size() && j < b.size()) {
            int order = order(a.get(i), b.get(j));
            i += order <= 0 ? 1 : 0;
            j += order >= 0 ? 1 : 0;
            alone += order != 0 ? 1 : 0;
        }
        return alone + a.size() - i + b.size() - j;
    }

    private ByteBuffer tessellateWithPeer(List<TessellationMode> modes, List<float[]> factors)
            throws IOException, InterruptedException {
        var in = ByteBuffer.allocate(PATCH_BYTES * modes.size()).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < modes.size(); i++) {
            var mode = modes.get(i);
            in.putInt(mode.domain().ordinal());
            in.putInt(
                    switch (mode.partitioning()) {
                        case INTEGER, POWER_OF_TWO -> 0;
                        case FRACTIONAL_EVEN -> 1;
                        case FRACTIONAL_ODD -> 2;
                    });
            in.putInt(
                    switch (mode.topology()) {
                        case TRIANGLES_CLOCKWISE -> 0;
                        case TRIANGLES_COUNTER_CLOCKWISE, LINES -> 1;
                        case POINTS -> 2;
                    });
            boolean power = mode.partitioning() == TessellationPartitioning.POWER_OF_TWO;
            for (int k = 0; k < 6; k++) {
                // The density of isolines is whole whatever the partitioning.
                boolean density = mode.domain() == TessellationDomain.ISOLINE && k == 0;
                float factor = factors.get(i)[k];
                in.putFloat(power && !density ? powerOfTwo(factor) : factor);
            }
        }
        Files.write(folder.resolve("in"), in.array());
        var process =
                new ProcessBuilder(harness.toString(), "in", "out")
                        .directory(folder.toFile())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        if (process.waitFor() != 0) {
            throw new IOException(harness + " failed");
        }
        return ByteBuffer.wrap(Files.readAllBytes(folder.resolve("out")))
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The next power of two, as a hull shader would give it to equal spacing. */
    private static float powerOfTwo(float factor) {
        float power = 1;
        while (power < factor && power < 64) {
            power *= 2;
        }
        return factor > 1 ? power : factor;
    }
}
