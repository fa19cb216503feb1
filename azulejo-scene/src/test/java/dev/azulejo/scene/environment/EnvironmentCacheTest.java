package dev.azulejo.scene.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.scene.gltf.LoadLimits;
import dev.azulejo.scene.model.SceneException;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/** What is kept of environments: used, bounded, and never believed. */
class EnvironmentCacheTest {
    private static final int WIDTH = 16;

    /** Nine maps of 66x66 texels of 16 bytes, 16x8 packed texels, a header and a sum. */
    private static final long BYTES = 9 * 66 * 66 * 16 + 16 * 8 * 4 + 16 + 4;

    @TempDir Path folder;

    private Path cached;
    private Path picture;
    private final List<String> warnings = new ArrayList<>();

    @BeforeEach
    void writePicture() throws IOException {
        cached = folder.resolve("a/b");
        picture = write("room.hdr", 1);
    }

    private Path write(String name, long seed) throws IOException {
        float[] rgb = new float[3 * WIDTH * WIDTH / 2];
        var random = new Random(seed);
        for (int i = 0; i < rgb.length; i++) {
            rgb[i] = (3 + random.nextInt(253)) / 64f;
        }
        var rows = RadianceFiles.Rows.FLAT;
        return Files.write(folder.resolve(name), RadianceFiles.file(WIDTH, WIDTH / 2, rgb, rows));
    }

    private EnvironmentCache cache(long most) {
        return new EnvironmentCache(cached, most, warnings::add);
    }

    private Environment load(Path file) {
        return cache(1 << 30).load(file, LoadLimits.defaults(), Cancellation.NEVER);
    }

    private List<Path> files() throws IOException {
        try (var files = Files.list(cached)) {
            return files.sorted().toList();
        }
    }

    private static void same(Environment is, Environment expected) {
        assertThat(is.maps().floats()).isEqualTo(expected.maps().floats());
        assertThat(is.maps().width()).isEqualTo(expected.maps().width());
        assertThat(is.panorama().texels()).isEqualTo(expected.panorama().texels());
        assertThat(is.panorama().width()).isEqualTo(expected.panorama().width());
        assertThat(is.bytes()).isEqualTo(expected.bytes());
        assertThat(is.width()).isEqualTo(expected.width());
    }

    /** A float that only the kept file has shows where the second one came from. */
    @Test
    void whatIsKeptIsRead() throws IOException {
        var expected = Environment.load(picture);
        same(load(picture), expected);
        var entry = files().getFirst();
        assertThat(entry).hasSize(BYTES);
        same(load(picture), expected);
        // The same picture by another name
        var copy = Files.copy(picture, folder.resolve("copy.hdr"));
        var other = load(copy);
        same(other, expected);
        assertThat(other.name()).isEqualTo(copy.toString());
        assertThat(files()).containsExactly(entry);

        var wrong = Environment.load(write("other.hdr", 2));
        Files.delete(entry);
        KeptMaps.write(entry, wrong.kept(), () -> {});
        same(load(picture), wrong);
        assertThat(warnings).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 3, 8, 15, 16, 40, 5000, BYTES - 5, BYTES - 1})
    void whatIsDamagedIsMadeAnew(long at) throws IOException {
        var expected = load(picture);
        var entry = files().getFirst();
        byte[] good = Files.readAllBytes(entry);
        byte[] bytes = good.clone();
        bytes[(int) at] ^= 0x10;
        Files.write(entry, bytes);
        same(load(picture), expected);
        assertThat(Files.readAllBytes(entry)).isEqualTo(good);
        assertThat(warnings).hasSize(1);
        assertThat(warnings.getFirst()).contains(entry + ": is ", "; it is made anew");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 7, 15, 16, 100, BYTES - 4, BYTES - 1, BYTES + 1})
    void whatIsCutOffIsMadeAnew(long length) throws IOException {
        var expected = load(picture);
        var entry = files().getFirst();
        byte[] good = Files.readAllBytes(entry);
        Files.write(entry, Arrays.copyOf(good, (int) length));
        same(load(picture), expected);
        assertThat(Files.readAllBytes(entry)).isEqualTo(good);
        assertThat(warnings).hasSize(1);
    }

    /** Two fit, of three; what was used last stays. */
    @Test
    void whatWasNotUsedForLongestGoes() throws IOException {
        var cache = cache(2 * BYTES);
        var limits = LoadLimits.defaults();
        var second = write("second.hdr", 2);
        cache.load(picture, limits, Cancellation.NEVER);
        var first = files().getFirst();
        Files.setLastModifiedTime(first, FileTime.from(Instant.now().minusSeconds(900)));
        cache.load(second, limits, Cancellation.NEVER);
        var both = files();
        for (var entry : both) {
            if (!entry.equals(first)) {
                Files.setLastModifiedTime(entry, FileTime.from(Instant.now().minusSeconds(600)));
            }
        }
        assertThat(both).hasSize(2);
        // The first one is used again, so that the second one goes
        cache.load(picture, limits, Cancellation.NEVER);
        cache.load(write("third.hdr", 3), limits, Cancellation.NEVER);
        assertThat(files()).hasSize(2).contains(first);
        assertThat(files()).isNotEqualTo(both);
        assertThat(warnings).isEmpty();
    }

    @Test
    void whatIsLargerThanAllIsNotKept() {
        cache(BYTES - 1).load(picture, LoadLimits.defaults(), Cancellation.NEVER);
        assertThat(cached).doesNotExist();
        assertThatThrownBy(() -> cache(-1)).hasMessageContaining("-1 bytes, 0 or more expected");
    }

    @Test
    void whatAKilledProcessLeftGoesAfterAnHour() throws IOException {
        Files.createDirectories(cached);
        String name = "0123456789abcdef".repeat(4);
        String unfinished = name + "-01234567-89ab-cdef-0123-456789abcdef.part";
        var old = Files.write(cached.resolve(unfinished), new byte[9]);
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minusSeconds(3700)));
        var fresh = Files.write(cached.resolve(unfinished.replace('a', 'b')), new byte[9]);
        // What is not its own stays, however it is called
        var film = Files.write(cached.resolve("film.mp4.part"), new byte[9]);
        var atlas = Files.write(cached.resolve("atlas.maps"), new byte[(int) (2 * BYTES)]);
        for (var other : List.of(film, atlas)) {
            Files.setLastModifiedTime(other, FileTime.from(Instant.now().minusSeconds(3700)));
        }
        cache(BYTES).load(picture, LoadLimits.defaults(), Cancellation.NEVER);
        assertThat(files()).hasSize(4).contains(fresh, film, atlas).doesNotContain(old);
    }

    /** A folder that is a file, or in which nothing can be made, keeps nothing and says so. */
    @Test
    void whatCannotBeWrittenIsTold() throws IOException {
        var expected = Environment.load(picture);
        Files.createDirectories(cached.getParent());
        Files.write(cached, new byte[1]);
        same(load(picture), expected);
        assertThat(warnings)
                .containsExactly("%s: is no folder; %s is not kept".formatted(cached, picture));
    }

    @Test
    void limitsMeanWhatTheyMean() throws IOException {
        load(picture);
        var limits = LoadLimits.defaults();
        long memory = BYTES - 16 - 4;
        var cache = cache(1 << 30);
        var enough = limits.withMaxDecodedBytes(memory);
        assertThat(cache.load(picture, enough, Cancellation.NEVER).bytes()).isEqualTo(memory);
        var less = limits.withMaxDecodedBytes(memory - 1);
        assertThatThrownBy(() -> cache.load(picture, less, Cancellation.NEVER))
                .isInstanceOf(SceneException.class)
                .hasMessageStartingWith(picture + ": 627,776 bytes of memory are needed, and");
        var small = limits.withMaxImageSide(WIDTH - 1);
        assertThatThrownBy(() -> cache.load(picture, small, Cancellation.NEVER))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("16x8 texels are too many, sides of at most 15");
        var shorter = limits.withMaxFileBytes(Files.size(picture) - 1);
        assertThatThrownBy(() -> cache.load(picture, shorter, Cancellation.NEVER))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("bytes, at most");
        var cancelled = new Cancellation();
        cancelled.cancel();
        assertThatThrownBy(() -> cache.load(picture, limits, cancelled))
                .isInstanceOf(CancelledException.class);
        assertThatThrownBy(() -> load(folder.resolve("none.hdr")))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("no such file");
        assertThat(warnings).isEmpty();
    }

    /** What was read may be either; under the sum of the first one the second must not be kept. */
    @Test
    void aPictureThatChangesMeanwhileIsNotKept() throws IOException {
        byte[] other = Files.readAllBytes(write("other.hdr", 2));
        var changed = new AtomicBoolean();
        var during =
                Cancellation.when(
                        () -> {
                            boolean loading =
                                    StackWalker.getInstance()
                                            .walk(
                                                    frames ->
                                                            frames.anyMatch(
                                                                    f ->
                                                                            f.getClassName()
                                                                                    .endsWith(
                                                                                            ".Environment")));
                            if (loading && changed.compareAndSet(false, true)) {
                                overwrite(picture, other);
                            }
                            return false;
                        });
        cache(1 << 30).load(picture, LoadLimits.defaults(), during);
        assertThat(changed).isTrue();
        assertThat(cached).doesNotExist();
        assertThat(warnings).isEmpty();
    }

    private static void overwrite(Path file, byte[] bytes) {
        try {
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** By the name .exr nothing but OpenEXR is taken, also if it is kept by another one. */
    @Test
    void whatIsCalledOtherwiseIsLookedAt() throws IOException {
        load(picture);
        var called = Files.copy(picture, folder.resolve("room.exr"));
        assertThatThrownBy(() -> load(called)).isInstanceOf(SceneException.class);
    }

    /** What is no picture is refused with a cache as without, and nothing is kept. */
    @Test
    void whatIsNoPictureIsRefused() throws IOException {
        var broken = Files.writeString(folder.resolve("x.hdr"), "not a picture\n");
        assertThatThrownBy(() -> load(broken))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("is no Radiance picture");
        assertThat(cached).doesNotExist();
    }
}
