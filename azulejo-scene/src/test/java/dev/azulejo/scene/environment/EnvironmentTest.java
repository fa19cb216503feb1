package dev.azulejo.scene.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.cancel.DeadlineException;
import dev.azulejo.scene.gltf.LoadLimits;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.shading.EnvironmentAtlas;
import dev.azulejo.scene.shading.Panorama;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;

/** Pictures of surroundings, and the maps that are made of them. */
@Tag("alone")
class EnvironmentTest {
    /**
     * Of the maps, and the packed texels, of a random picture: their bits are the same on every
     * machine. What caches keep is of the number in the file's first bytes: who makes other maps
     * adds a row, and a number.
     */
    private static final Map<Integer, List<Integer>> HASHES =
            Map.of(1, List.of(-1698589868, -423990017));

    @TempDir Path folder;

    private static float[] constant(int width, float... color) {
        float[] rgb = new float[3 * width * width / 2];
        for (int i = 0; i < rgb.length; i++) {
            rgb[i] = color[i % 3];
        }
        return rgb;
    }

    /** What a map holds in a direction. */
    private static float[] look(Environment environment, int map, double... d) {
        var maps = environment.maps();
        int sharpest = maps.width() - 2;
        var light = new float[3][1];
        EnvironmentAtlas.add(
                maps.floats(),
                EnvironmentAtlas.first(sharpest, map),
                EnvironmentAtlas.side(sharpest, map),
                d[0],
                d[1],
                d[2],
                1,
                light);
        return new float[] {light[0][0], light[1][0], light[2][0]};
    }

    /** Points of a sphere, evenly. */
    private static double[][] sphere(int count) {
        var points = new double[count][];
        for (int i = 0; i < count; i++) {
            double y = 1 - (2 * i + 1.0) / count;
            double r = Math.sqrt(1 - y * y);
            double turn = i * Math.PI * (3 - Math.sqrt(5));
            points[i] = new double[] {r * Math.cos(turn), y, r * Math.sin(turn)};
        }
        return points;
    }

    /** Where everything is the same, it stays so however it is blurred. */
    @Test
    void aConstantStaysWhatItIs() {
        var environment = Environment.of(32, 16, constant(32, 1, 0.25f, 3));
        for (int map = 0; map < EnvironmentAtlas.LEVELS; map++) {
            for (double[] direction : sphere(500)) {
                float[] light = look(environment, map, direction);
                assertThat(light[0]).as("map %d", map).isCloseTo(1, within(1e-5f));
                assertThat(light[1]).isCloseTo(0.25f, within(1e-5f));
                assertThat(light[2]).isCloseTo(3, within(3e-5f));
            }
        }
    }

    /** three.js: u is atan2(z, x) / 2 pi + 1/2, and v is asin(y) / pi + 1/2 from the bottom. */
    @Test
    void directionsAreThoseOfThreeJs() {
        int width = 512;
        float[] rgb = new float[3 * width * width / 2];
        for (int row = 0; row < width / 2; row++) {
            for (int column = 0; column < width; column++) {
                double azimuth = ((column + 0.5) / width - 0.5) * 2 * Math.PI;
                double latitude = (0.5 - (row + 0.5) / (width / 2)) * Math.PI;
                int at = 3 * (row * width + column);
                rgb[at] = (float) (1 + Math.cos(latitude) * Math.cos(azimuth));
                rgb[at + 1] = (float) (1 + Math.sin(latitude));
                rgb[at + 2] = (float) (1 + Math.cos(latitude) * Math.sin(azimuth));
            }
        }
        var environment = Environment.of(width, width / 2, rgb);
        for (double[] d : sphere(3000)) {
            float[] light = look(environment, 0, d);
            for (int k = 0; k < 3; k++) {
                assertThat(light[k] - 1)
                        .as(Arrays.toString(d))
                        .isCloseTo((float) d[k], within(0.01f));
            }
        }
        // A cosine, received, is two thirds of itself
        for (double[] d : sphere(300)) {
            float[] light = look(environment, EnvironmentAtlas.IRRADIANCE, d);
            for (int k = 0; k < 3; k++) {
                assertThat(light[k] - 1).isCloseTo((float) (d[k] * 2 / 3), within(0.01f));
            }
        }
    }

    /** Blurring moves light, and neither takes any nor adds any. */
    @Test
    void allMapsAreAsBrightAsThePicture() {
        int width = 512;
        var random = new Random(3);
        float[] rgb = constant(width, 0.5f, 0.3f, 0.1f);
        for (int spot = 0; spot < 40; spot++) {
            int column = random.nextInt(width);
            int row = 20 + random.nextInt(width / 2 - 40);
            rgb[3 * (row * width + column)] += 400;
        }
        double truth = 0;
        double all = 0;
        for (int row = 0; row < width / 2; row++) {
            double share = Math.sin((row + 0.5) / (width / 2) * Math.PI);
            for (int column = 0; column < width; column++) {
                truth += rgb[3 * (row * width + column)] * share;
                all += share;
            }
        }
        var environment = Environment.of(width, width / 2, rgb);
        int count = 100_000;
        var points = sphere(count);
        for (int map = 0; map < EnvironmentAtlas.LEVELS; map++) {
            double sum = 0;
            for (double[] d : points) {
                sum += look(environment, map, d)[0];
            }
            assertThat(sum / count)
                    .as("map %d", map)
                    .isCloseTo(truth / all, within(0.05 * truth / all));
        }
    }

    /** One bright texel is what GGX makes of it: the sum over all facets, by hand. */
    @Test
    void aBrightTexelIsBlurredAsFacetsThrowItsLight() {
        int width = 512;
        float[] rgb = new float[3 * width * width / 2];
        int column = 330;
        int row = 90;
        rgb[3 * (row * width + column)] = 1e5f;
        double latitude = (0.5 - (row + 0.5) / (width / 2)) * Math.PI;
        double azimuth = ((column + 0.5) / width - 0.5) * 2 * Math.PI;
        double[] sun = {
            Math.cos(latitude) * Math.cos(azimuth),
            Math.sin(latitude),
            Math.cos(latitude) * Math.sin(azimuth)
        };
        double flux = 1e5 * Math.cos(latitude) * Math.pow(2 * Math.PI / width, 2);
        var environment = Environment.of(width, width / 2, rgb);
        for (int map = 3; map < EnvironmentAtlas.LEVELS; map++) {
            double alpha = Math.pow(EnvironmentAtlas.roughness(map), 2);
            double scale = flux / all(alpha);
            double peak = weight(alpha, 1) * scale;
            // Of smooth ones some directions are summed, of rough ones all
            double exact = map < 5 ? 0.3 : 0.08;
            for (double[] d : sphere(2000)) {
                double cosine = d[0] * sun[0] + d[1] * sun[1] + d[2] * sun[2];
                assertThat((double) look(environment, map, d)[0])
                        .as("map %d, cosine %.3f", map, cosine)
                        .isCloseTo(weight(alpha, cosine) * scale, within(exact * peak));
            }
        }
        double received = flux / Math.PI;
        for (double[] d : sphere(2000)) {
            double cosine = d[0] * sun[0] + d[1] * sun[1] + d[2] * sun[2];
            assertThat((double) look(environment, EnvironmentAtlas.IRRADIANCE, d)[0])
                    .as("cosine %.3f", cosine)
                    .isCloseTo(Math.max(cosine, 0) * received, within(0.06 * received));
        }
    }

    /** All light of a lobe. */
    private static double all(double alpha) {
        double all = 0;
        int steps = 20_000;
        for (int i = 0; i < steps; i++) {
            all += weight(alpha, (i + 0.5) / steps) * 2 * Math.PI / steps;
        }
        return all;
    }

    /** GGX's distribution of the half vector, times n dot l, as the sum weighs it. */
    private static double weight(double alpha, double cosine) {
        if (cosine <= 0) {
            return 0;
        }
        double half = (1 + cosine) / 2;
        double d = half * (alpha * alpha - 1) + 1;
        return alpha * alpha / (d * d) * cosine;
    }

    /** By one thread or by many: the same bits. */
    @Test
    void threadsChangeNothing() throws Exception {
        var random = new Random(5);
        float[] rgb = new float[3 * 128 * 64];
        for (int i = 0; i < rgb.length; i++) {
            rgb[i] = random.nextFloat() * 4;
        }
        var environment = Environment.of(128, 64, rgb);
        float[] many = environment.maps().floats();
        try (var pool = new ForkJoinPool(1)) {
            float[] one = pool.submit(() -> Environment.of(128, 64, rgb)).get().maps().floats();
            assertThat(one).isEqualTo(many);
        }
        int packed = Arrays.hashCode(environment.panorama().texels());
        int kept = KeptMaps.MAGIC[KeptMaps.MAGIC.length - 1];
        assertThat(List.of(Arrays.hashCode(many), packed)).isEqualTo(HASHES.get(kept));
    }

    /** Of a row that is a half too long for 8192 texels, some stand for one and some for two. */
    @Test
    void whatIsTooWideToBeSeenIsAveraged() {
        assertThat(Equirectangular.packedWidth(8192)).isEqualTo(8192);
        int width = 3 * Panorama.MOST_WIDTH / 2;
        float[] rgb = new float[3 * width * width / 2];
        for (int i = 0; i < rgb.length; i += 3) {
            rgb[i] = i / 3 % width % 128;
            rgb[i + 1] = i / 3 / width % 128;
        }
        var packed = new Equirectangular(width, width / 2, rgb).pack(() -> {});
        assertThat(packed.width()).isEqualTo(Panorama.MOST_WIDTH);
        assertThat(packed.height()).isEqualTo(Panorama.MOST_WIDTH / 2);
        // Texel 20 begins at 30 and ends before 31; texel 21 has 31 and 32
        int row = 21 * Panorama.MOST_WIDTH;
        assertThat(Panorama.unpack(packed.texels()[row + 20], 0)).isEqualTo(30);
        assertThat(Panorama.unpack(packed.texels()[row + 20], 1)).isEqualTo(31.5f);
        assertThat(Panorama.unpack(packed.texels()[row + 21], 0)).isEqualTo(31.5f);
    }

    private Path write(byte[] bytes) throws IOException {
        return Files.write(folder.resolve("room.hdr"), bytes);
    }

    @ParameterizedTest
    @EnumSource
    void rowsAreReadHoweverTheyAreWritten(RadianceFiles.Rows rows) throws IOException {
        int width = 140;
        float[] rgb = new float[3 * width * width / 2];
        var random = new Random(11);
        for (int i = 0; i < rgb.length; i += 3) {
            boolean again = i > 0 && random.nextInt(4) > 0;
            for (int c = 0; c < 3; c++) {
                rgb[i + c] = again ? rgb[i + c - 3] : (3 + random.nextInt(253)) / 64f;
            }
        }
        // An exponent for all three: small bits of the darker ones are lost; not of these
        for (int i = 0; i < rgb.length; i++) {
            rgb[i] = (float) Math.floor(rgb[i] * 64 / 4) / 16;
        }
        var file = write(RadianceFiles.file(width, width / 2, rgb, rows));
        var loaded = Environment.load(file);
        assertThat(loaded.maps().floats())
                .isEqualTo(Environment.of(width, width / 2, rgb).maps().floats());
        assertThat(loaded.name()).isEqualTo(file.toString());
    }

    private void refused(String expected, byte[] bytes) throws IOException {
        var file = write(bytes);
        assertThatThrownBy(() -> Environment.load(file))
                .isInstanceOf(SceneException.class)
                .hasMessageStartingWith(file + ": ")
                .hasMessageContaining(expected)
                .hasMessageNotContaining("\n");
    }

    private static byte[] header(String lines, String resolution, int... bytes) {
        var out = new ByteArrayOutputStream();
        RadianceFiles.text(out, "#?RADIANCE\n" + lines + "\n" + resolution + "\n");
        for (int b : bytes) {
            out.write(b);
        }
        return out.toByteArray();
    }

    @Test
    void brokenFilesAreOneLine() throws IOException {
        String rgbe = "FORMAT=32-bit_rle_rgbe\n";
        refused("is cut off in its header", new byte[0]);
        refused("which begins with #?", "P6\n2 1\n".getBytes(StandardCharsets.US_ASCII));
        refused("a line without an end", new byte[5000]);
        refused("its header does not end", header("A=1\n".repeat(100), "-Y 1 +X 2"));
        refused("32-bit_rle_xyze' is not supported", header("FORMAT=32-bit_rle_xyze\n", ""));
        refused("-Y HEIGHT +X WIDTH expected", header(rgbe, "+Y 1 +X 2"));
        refused("-Y HEIGHT +X WIDTH expected", header(rgbe, "-Y 99999999999 +X 2"));
        refused("twice as wide as high", header(rgbe, "-Y 2 +X 2"));
        refused("twice as wide as high", header(rgbe, "-Y 0 +X 0"));
        refused("are too many, sides of at most 16384", header(rgbe, "-Y 400000000 +X 800000000"));
        refused("are too many", header(rgbe, "-Y 8193 +X 16386"));
        refused("is cut off in row 0 of 1", header(rgbe, "-Y 1 +X 2", 1, 2, 3, 128, 4));
        refused("is cut off in row 1 of 4", header(rgbe, "-Y 4 +X 8", new int[8 * 4]));
        refused("row 0 has 9 texels, 8 expected", header(rgbe, "-Y 4 +X 8", 2, 2, 0, 9));
        refused("its runs do not fit", header(rgbe, "-Y 4 +X 8", 2, 2, 0, 8, 128 + 9, 1));
        refused("its runs do not fit", header(rgbe, "-Y 4 +X 8", 2, 2, 0, 8, 0));
        refused("its runs do not fit", header(rgbe, "-Y 1 +X 2", 1, 1, 1, 9));
        refused("its runs do not fit", header(rgbe, "-Y 1 +X 2", 5, 5, 5, 128, 1, 1, 1, 2));
        refused(
                "texel 1 of row 0 has a radiance of 1.3",
                header(rgbe, "-Y 1 +X 2", 1, 2, 3, 128, 200, 0, 0, 255));
    }

    /** A header alone must not cost the memory of its picture: here 1.6 GB. */
    @Test
    void aFileTooShortForItsRowsIsRefusedAtOnce() throws IOException {
        var file = write(header("", "-Y 8192 +X 16384", new int[1000]));
        var limits = LoadLimits.defaults().withMaxDecodedBytes(1L << 40);
        var thread = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = thread.getCurrentThreadAllocatedBytes();
        assertThatThrownBy(() -> Environment.load(file, limits, Cancellation.NEVER))
                .isInstanceOf(SceneException.class)
                .hasMessage(
                        "%s: has %,d bytes and is cut off, 8192 rows of at least 4 bytes expected",
                        file, Files.size(file));
        assertThat(thread.getCurrentThreadAllocatedBytes() - before).isLessThan(50_000_000);
        // One byte less than rows need, and just as many; then rows are what is wrong
        int rest = 400 - header("", "-Y 100 +X 200").length;
        refused("is cut off, 100 rows", header("", "-Y 100 +X 200", new int[rest - 1]));
        refused("is cut off in row 0 of 100", header("", "-Y 100 +X 200", new int[rest]));
    }

    @Test
    void filesThatAreNoneAreOneLine() throws IOException {
        for (var name : new String[] {"none.hdr", "sky.exr", "Sky.EXR", "."}) {
            var file = folder.resolve(name);
            assertThatThrownBy(() -> Environment.load(file))
                    .isInstanceOf(SceneException.class)
                    .hasMessageContaining(".hdr");
        }
        var named = Files.write(folder.resolve("sky.EXR"), header("", "-Y 1 +X 2", new int[8]));
        assertThatThrownBy(() -> Environment.load(named))
                .isInstanceOf(SceneException.class)
                .hasMessage(
                        named + ": is no OpenEXR picture (.exr), which begins with 76 2f 31 01");
    }

    private static byte[] exr(float[] rgb, int width, ExrHeader.Packing packing) {
        return ExrFiles.file(
                ExrFiles.Plan.of(width, width / 2, ExrHeader.Type.FLOAT, packing),
                (c, x, y) -> Float.floatToRawIntBits(rgb[3 * (y * width + x) + 2 - c]));
    }

    /** In the words in which it is told of models. */
    @Test
    void whyAFileCannotBeReadIsTold() {
        assertThat(Environment.unreadable("a.hdr", new AccessDeniedException("a.hdr")))
                .hasMessage("a.hdr: cannot be read: permission denied");
        assertThat(Environment.unreadable("a.hdr", new IOException("Input/output error")))
                .hasMessage("a.hdr: cannot be read: Input/output error");
        assertThat(Environment.unreadable("a.hdr", new EOFException()))
                .hasMessage("a.hdr: cannot be read: EOFException");
    }

    /** By what is in a file, whatever it is called. */
    @Test
    void openExrIsReadLikeTheOther() throws IOException {
        int width = 64;
        float[] rgb = constant(width, 1, 2, 3);
        for (int i = 0; i < rgb.length; i++) {
            rgb[i] += i % 7;
        }
        float[] expected = Environment.of(width, width / 2, rgb).maps().floats();
        for (var packing : new ExrHeader.Packing[] {ExrHeader.Packing.ZIP, ExrHeader.Packing.PIZ}) {
            byte[] bytes = exr(rgb, width, packing);
            assertThat(Environment.load(write(bytes)).maps().floats()).isEqualTo(expected);
            var named = Files.write(folder.resolve("room.exr"), bytes);
            assertThat(Environment.load(named).maps().floats()).isEqualTo(expected);
        }
        rgb[3 * (2 * width + 5)] = 2e11f;
        refused(
                "texel 5 of row 2 has a radiance of 2.0E11, 0 to 1.0E11 expected",
                exr(rgb, width, ExrHeader.Packing.ZIP));
        var square = ExrFiles.Plan.of(8, 8, ExrHeader.Type.HALF, ExrHeader.Packing.ZIP);
        refused("twice as wide as high", ExrFiles.file(square, (c, x, y) -> 0));
    }

    /** Headers alone must not cost the memory of their pictures, nor that of their chunks. */
    @Test
    void limitsHoldForOpenExr() throws IOException {
        var display = new ExrHeader.Window(0, 0, 15, 7);
        var rgb = ExrFiles.rgb(ExrHeader.Type.FLOAT);
        var zip = ExrHeader.Packing.ZIP;
        var wide = new ExrHeader.Window(0, 0, 20_000, 7);
        var large = new ExrHeader.Window(-2_000_000_000, 0, 2_000_000_000, 2_000_000_000);
        var most = new ExrHeader.Window(0, 0, 16_383, 8191);
        var thread = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = thread.getCurrentThreadAllocatedBytes();
        for (var data : List.of(wide, large)) {
            refused(
                    "its data window has %dx%d texels, which are too many, sides of at most 16384"
                            .formatted(data.width(), data.height()),
                    ExrFiles.header(new ExrFiles.Plan(data, display, rgb, zip, 0, false)));
            refused(
                    "its data window has",
                    ExrFiles.header(new ExrFiles.Plan(data, data, rgb, zip, 0, false)));
        }
        var file = write(ExrFiles.header(new ExrFiles.Plan(most, most, rgb, zip, 0, false)));
        var limits = LoadLimits.defaults().withMaxDecodedBytes(1L << 40);
        assertThatThrownBy(() -> Environment.load(file, limits, Cancellation.NEVER))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("and is cut off, at least 8,");
        // One tile of 1.6 GB fits into an array; twice as many channels do not
        var more = new ArrayList<>(rgb);
        more.add(new ExrHeader.Channel("Z", ExrHeader.Type.FLOAT));
        more.add(new ExrHeader.Channel("a", ExrHeader.Type.FLOAT));
        var tile = write(ExrFiles.header(new ExrFiles.Plan(most, most, more, zip, 16_384, false)));
        assertThatThrownBy(() -> Environment.load(tile, limits, Cancellation.NEVER))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("bytes of memory are needed");
        assertThat(thread.getCurrentThreadAllocatedBytes() - before).isLessThan(50_000_000);
        var small = write(exr(constant(64, 1, 1, 1), 64, zip));
        var defaults = LoadLimits.defaults();
        for (var tight :
                new LoadLimits[] {
                    defaults.withMaxFileBytes(100),
                    defaults.withMaxImageSide(63),
                    defaults.withMaxImagePixels(2000),
                    defaults.withMaxTexels(2000),
                    defaults.withMaxDecodedBytes(100_000)
                }) {
            assertThatThrownBy(() -> Environment.load(small, tight, Cancellation.NEVER))
                    .isInstanceOf(SceneException.class)
                    .hasMessageStartingWith(small + ": ");
        }
        var none = defaults.withMaxTime(Duration.ZERO);
        assertThatThrownBy(() -> Environment.load(small, none, Cancellation.NEVER))
                .isInstanceOf(DeadlineException.class);
    }

    @Test
    void limitsHoldBeforeMemoryIsTaken() throws IOException {
        var file =
                write(RadianceFiles.file(64, 32, constant(64, 1, 1, 1), RadianceFiles.Rows.FLAT));
        var limits = LoadLimits.defaults();
        for (var tight :
                new LoadLimits[] {
                    limits.withMaxFileBytes(100),
                    limits.withMaxImageSide(63),
                    limits.withMaxImagePixels(2000),
                    limits.withMaxTexels(2000),
                    limits.withMaxDecodedBytes(100_000)
                }) {
            assertThatThrownBy(() -> Environment.load(file, tight, Cancellation.NEVER))
                    .isInstanceOf(SceneException.class)
                    .hasMessageStartingWith(file + ": ");
        }
        var none = limits.withMaxTime(Duration.ZERO);
        assertThatThrownBy(() -> Environment.load(file, none, Cancellation.NEVER))
                .isInstanceOf(DeadlineException.class);
        var cancelled = new Cancellation();
        cancelled.cancel();
        assertThatThrownBy(() -> Environment.load(file, limits, cancelled))
                .isInstanceOf(CancelledException.class);
    }

    /**
     * Eight texels of three floats, and packed, nine maps of 66x66 texels of four, smaller maps,
     * which are half of 64x64 at most, and a megabyte.
     */
    @Test
    void whatItTakesIsKnownToTheByte() throws IOException {
        var file = write(RadianceFiles.file(4, 2, constant(4, 1, 1, 1), RadianceFiles.Rows.FLAT));
        long all = 8 * (12 + 4) + 16 * (9 * 66 * 66 + 64 * 64 / 2) + 1_048_576;
        var limits = LoadLimits.defaults();
        var loaded = Environment.load(file, limits.withMaxDecodedBytes(all), Cancellation.NEVER);
        // Of which the maps and the packed texels stay
        assertThat(loaded.bytes()).isEqualTo(16 * 9 * 66 * 66 + 8 * 4);
        var less = limits.withMaxDecodedBytes(all - 1);
        assertThatThrownBy(() -> Environment.load(file, less, Cancellation.NEVER))
                .isInstanceOf(SceneException.class)
                .hasMessage(
                        file
                                + ": 1,708,736 bytes of memory are needed, and loading may take"
                                + " 1,708,735 in all (a larger Java heap, -Xmx, raises that)");
    }

    /** Also where a file is read at that moment, which closes it. */
    @ParameterizedTest
    @ValueSource(strings = {"room.hdr", "room.exr"})
    void anInterruptionEndsIt(String name) throws IOException {
        float[] rgb = constant(64, 1, 2, 3);
        byte[] bytes =
                name.endsWith(".exr")
                        ? exr(rgb, 64, ExrHeader.Packing.NONE)
                        : RadianceFiles.file(64, 32, rgb, RadianceFiles.Rows.FLAT);
        var file = Files.write(folder.resolve(name), bytes);
        // The first look is before anything is read; those of .exr are before chunks are
        for (int look = 1; look <= 20; look++) {
            int at = look;
            int[] looks = new int[1];
            var interrupts =
                    Cancellation.when(
                            () -> {
                                if (++looks[0] == at) {
                                    Thread.currentThread().interrupt();
                                }
                                return false;
                            });
            try {
                assertThatThrownBy(() -> Environment.load(file, LoadLimits.defaults(), interrupts))
                        .as("look %d", look)
                        .isExactlyInstanceOf(CancelledException.class)
                        .hasMessage("loading " + file + " was interrupted");
                assertThat(looks[0]).isEqualTo(at);
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
        }
    }

    /** 1e11, a hundred times the sun's luminance, and nothing above. */
    @Test
    void theMostRadianceIsALight() {
        float[] rgb = constant(8, 1, 1, 1);
        rgb[50] = 1e11f;
        for (float value : Environment.of(8, 4, rgb).maps().floats()) {
            assertThat(value).isBetween(0f, 1e11f);
        }
        rgb[50] = Math.nextUp(1e11f);
        assertThatThrownBy(() -> Environment.of(8, 4, rgb))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void numbersThatAreNoRadianceAreRefused() {
        for (float wrong : new float[] {-1e-9f, Float.NaN, Float.POSITIVE_INFINITY, 1e12f}) {
            float[] rgb = constant(8, 1, 1, 1);
            rgb[3 * (8 * 2 + 5) + 1] = wrong;
            assertThatThrownBy(() -> Environment.of(8, 4, rgb))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("texel 5 of row 2 has a radiance of " + wrong);
        }
        assertThatThrownBy(() -> Environment.of(8, 8, new float[8 * 8 * 3]))
                .hasMessageContaining("not twice as many");
        assertThatThrownBy(() -> Environment.of(8, 4, new float[8]))
                .hasMessageContaining("96 floats");
        assertThatThrownBy(() -> Environment.of(0, 0, new float[0]))
                .hasMessageContaining("not twice as many");
    }
}
