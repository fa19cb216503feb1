package dev.azulejo.serve.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Tiles travel as what they hold asks for, and arrive. A picture is 4 x 3 tiles here, less a bit.
 */
class FrameEncoderTest {
    private static final int WIDTH = 60;
    private static final int HEIGHT = 40;

    private final ExecutorService helpers = Executors.newSingleThreadExecutor();
    private final FrameEncoder encoder = new FrameEncoder(helpers);
    private final ClientPicture client = new ClientPicture();
    private final int[] picture = new int[WIDTH * HEIGHT];
    private int frame;

    @AfterEach
    void end() {
        helpers.shutdown();
    }

    private ClientPicture.Shown send(int sharpened, boolean keeps) {
        var request = new FrameEncoder.Request(++frame, 10 + frame, () -> 7, 80, sharpened, keeps);
        var made = encoder.encode(picture, WIDTH, HEIGHT, request);
        var shown = client.show(made.bytes());
        assertThat(shown.number()).isEqualTo(frame);
        assertThat(shown.input()).isEqualTo(10 + frame);
        assertThat(shown.serverMicros()).isEqualTo(7);
        assertThat((shown.flags() & FrameEncoder.EXACT) != 0).isEqualTo(made.exact());
        assertThat((shown.flags() & FrameEncoder.KEEP) != 0).isEqualTo(made.kept());
        return shown;
    }

    private void assertShown() {
        assertThat(client.pixels())
                .isEqualTo(Arrays.stream(picture).map(p -> p & 0xffffff).toArray());
    }

    private void noise(int seed) {
        var random = new Random(seed);
        for (int i = 0; i < picture.length; i++) {
            picture[i] = 0xff000000 | random.nextInt(1 << 24);
        }
    }

    @Test
    void whatIsOfOneColourTakesNextToNothing() {
        Arrays.fill(picture, 0xff336699);
        var request = new FrameEncoder.Request(1, 1, () -> 0, 80, 0, true);
        var made = encoder.encode(picture, WIDTH, HEIGHT, request);
        assertThat(made.bytes()).hasSize(FrameEncoder.HEADER_BYTES + 3 + 7);
        var shown = client.show(made.bytes());
        assertThat(shown.tiles(TileKind.FILL)).isEqualTo(12);
        assertThat(shown.flags())
                .isEqualTo(FrameEncoder.WHOLE | FrameEncoder.EXACT | FrameEncoder.KEEP);
        assertShown();
        assertThat(encoder.isKept(picture, WIDTH, HEIGHT)).isTrue();
    }

    @Test
    void onlyWhatChangedIsSent() {
        Arrays.fill(picture, 0xff336699);
        send(0, false);
        var nothing = send(0, false);
        assertThat(nothing.tiles()).isEmpty();
        assertThat(nothing.flags()).isEqualTo(FrameEncoder.EXACT);
        // The last pixel is in the last tile, which is 12 x 8
        picture[picture.length - 1] ^= 1;
        picture[0] ^= 0x100;
        var two = send(0, false);
        assertThat(two.tiles(TileKind.PNG)).as("two colours are flat").isEqualTo(2);
        assertThat(two.tiles()).hasSize(1);
        assertShown();
    }

    @Test
    void whatIsShadedIsSharpenedAtRest() {
        noise(1);
        var moving = send(0, false);
        assertThat(moving.tiles(TileKind.JPEG)).isEqualTo(12);
        assertThat(moving.flags()).isEqualTo(FrameEncoder.WHOLE);
        assertThat(client.pixels()).isNotEqualTo(picture);
        var some = send(5, true);
        assertThat(some.tiles(TileKind.PNG)).isEqualTo(5);
        assertThat(some.flags()).isZero();
        var rest = send(100, true);
        assertThat(rest.tiles(TileKind.PNG)).isEqualTo(7);
        assertThat(rest.flags()).isEqualTo(FrameEncoder.EXACT | FrameEncoder.KEEP);
        assertShown();
        assertThat(encoder.isKept(picture, WIDTH, HEIGHT)).isTrue();
        assertThat(send(100, true).flags()).as("kept once").isEqualTo(FrameEncoder.EXACT);
    }

    /** What comes back to what the client keeps takes two numbers, and is exact. */
    @Test
    void whatWasThereBeforeComesFromTheCopy() {
        noise(2);
        send(100, true);
        int before = picture[17 * WIDTH + 17];
        picture[17 * WIDTH + 17] ^= 0xff;
        assertThat(send(0, false).tiles(TileKind.JPEG)).isEqualTo(1);
        picture[17 * WIDTH + 17] = before;
        var request = new FrameEncoder.Request(++frame, frame, () -> 0, 80, 0, false);
        var made = encoder.encode(picture, WIDTH, HEIGHT, request);
        assertThat(made.bytes()).hasSize(FrameEncoder.HEADER_BYTES + 3 + 4);
        assertThat(client.show(made.bytes()).tiles(TileKind.KEPT)).isEqualTo(1);
        assertShown();
    }

    /** Tiles of one colour each are one run only if it is the same one. */
    @Test
    void aRunHasOneColour() {
        for (int i = 0; i < picture.length; i++) {
            // Tiles 0 and 1 of four in a row, and what follows below them
            picture[i] = i % WIDTH < 32 ? 0xff102030 : 0xff405060;
        }
        assertThat(send(0, false).tiles()).containsOnlyKeys(TileKind.FILL);
        assertShown();
    }

    /** What was kept of another size is nothing to come back to, black least of all. */
    @Test
    void nothingIsKeptOfAnotherSize() {
        noise(7);
        assertThat(send(100, true).flags() & FrameEncoder.KEEP).isNotZero();
        int[] black = new int[32 * 32];
        var request = new FrameEncoder.Request(++frame, frame, () -> 0, 80, 0, false);
        var shown = client.show(encoder.encode(black, 32, 32, request).bytes());
        assertThat(shown.tiles()).containsOnlyKeys(TileKind.FILL);
        assertThat(client.pixels()).containsOnly(0);
    }

    /** A picture with the light under the pointer may be exact, and is none to come back to. */
    @Test
    void whatShallNotBeKeptIsNot() {
        Arrays.fill(picture, 0xff102030);
        assertThat(send(0, false).flags() & FrameEncoder.EXACT).isNotZero();
        noise(8);
        assertThat(send(0, false).flags() & FrameEncoder.EXACT).isZero();
        Arrays.fill(picture, 0xff102030);
        assertThat(send(0, false).tiles(TileKind.KEPT)).isZero();
        assertShown();
    }

    @Test
    void whoeverForgetsGetsEverythingAnew() {
        noise(3);
        send(100, true);
        encoder.forget();
        assertThat(encoder.isKept(picture, WIDTH, HEIGHT)).isFalse();
        var anew = send(0, false);
        assertThat(anew.tiles(TileKind.JPEG)).isEqualTo(12);
        assertThat(anew.flags()).isEqualTo(FrameEncoder.WHOLE);
    }

    /** Enough tiles for two threads: 40 x 30, in sheets of 32 a row. */
    @Test
    void largePicturesArriveInTwoParts() {
        int width = 640;
        int height = 480;
        var large = new int[width * height];
        for (int i = 0; i < large.length; i++) {
            int x = i % width;
            int y = i / width;
            large[i] = 0xff000000 | x * 255 / width << 16 | y * 255 / height << 8 | (x + y) % 251;
        }
        var request = new FrameEncoder.Request(1, 1, () -> 0, 80, 0, false);
        var made = encoder.encode(large, width, height, request);
        assertThat(client.show(made.bytes()).tiles(TileKind.JPEG)).isEqualTo(1200);
        long difference = 0;
        int[] shown = client.pixels();
        for (int i = 0; i < large.length; i++) {
            difference += Math.abs((shown[i] >> 8 & 0xff) - (large[i] >> 8 & 0xff));
        }
        assertThat((double) difference / large.length).as("green is about right").isLessThan(4);
        var sharp = new FrameEncoder.Request(2, 1, () -> 0, 80, 2000, true);
        client.show(encoder.encode(large, width, height, sharp).bytes());
        assertThat(client.pixels())
                .isEqualTo(Arrays.stream(large).map(p -> p & 0xffffff).toArray());
    }

    /** Random changes, sizes and orders: what counts as exact is. */
    @Test
    void exactMeansExact() {
        var random = new Random(Long.getLong("azulejo.seed", 23));
        noise(4);
        for (int step = 0; step < 300; step++) {
            for (int changes = random.nextInt(4); changes > 0; changes--) {
                int at = random.nextInt(picture.length);
                int to = Math.min(picture.length, at + 1 + random.nextInt(200));
                Arrays.fill(picture, at, to, 0xff000000 | random.nextInt(4) * 0x3f3f3f);
            }
            if (random.nextInt(20) == 0) {
                encoder.forget();
            }
            var shown = send(random.nextInt(3) * 4, random.nextBoolean());
            if ((shown.flags() & FrameEncoder.EXACT) != 0) {
                assertShown();
            }
        }
        send(100, true);
        assertShown();
    }

    /** After a failure everything is sent again, and nothing of the failed one is still at work. */
    @Test
    void whatFailsIsSentAgain() {
        int width = 16 * 20;
        int height = 16 * 20;
        int[] large = new Random(5).ints((long) width * height).toArray();
        var request = new FrameEncoder.Request(1, 1, () -> 0, 80, 0, true);
        try (var failing = new FailingPool()) {
            var other = new FrameEncoder(failing);
            failing.fails = true;
            assertThatThrownBy(() -> other.encode(large, width, height, request))
                    .isInstanceOf(OutOfMemoryError.class);
            failing.fails = false;
            other.forget();
            var made = other.encode(large, width, height, request);
            assertThat(made.tiles()).isEqualTo(400);
            var shown = client.show(made.bytes());
            assertThat(shown.flags()).isEqualTo(FrameEncoder.WHOLE);
            assertThat(shown.tiles(TileKind.JPEG)).isEqualTo(400);
        }
    }

    /** The server's part is asked for when all is encoded, the second thread's part among it. */
    @Test
    void encodingIsPartOfTheServersTime() {
        int[] large = new Random(6).ints(16L * 20 * 16 * 20).toArray();
        try (var pool = new FailingPool()) {
            var request = new FrameEncoder.Request(1, 1, () -> pool.used ? 42 : 1, 80, 0, false);
            var made = new FrameEncoder(pool).encode(large, 16 * 20, 16 * 20, request);
            assertThat(client.show(made.bytes()).serverMicros()).isEqualTo(42);
        }
    }

    /** A second thread for which there may be no memory. */
    private static final class FailingPool extends ThreadPoolExecutor {
        private boolean fails;
        private boolean used;

        FailingPool() {
            super(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        }

        @Override
        public void execute(Runnable task) {
            if (fails) {
                throw new OutOfMemoryError("for a test");
            }
            super.execute(task);
            used = true;
        }
    }
}
