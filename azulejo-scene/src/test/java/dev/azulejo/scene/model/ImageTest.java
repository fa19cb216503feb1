package dev.azulejo.scene.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.cancel.StopSign;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

/** Where images have room for levels, textures are made where they lie, once for all. */
class ImageTest {
    private static final TextureFormat SRGB = TextureFormat.RGBA8_SRGB;
    private static final TextureFormat PLAIN = TextureFormat.RGBA8_UNORM;
    private static final Runnable ON = () -> {};

    /** 8x4 has levels of 8, 2, 1 texels after its 32; 5x3 has 2x1 and 1x1. */
    @ParameterizedTest
    @CsvSource({"8, 4, 11", "5, 3, 3", "1, 1, 0", "16384, 1, 16383", "16385, 1, 0"})
    void roomIsWhatTheLevelsAfterTheFirstTake(int width, int height, int expected) {
        assertThat(Image.room(width, height)).isEqualTo(expected);
    }

    @Test
    void aTextureIsMadeWhereTheImageLies() {
        for (var format : new TextureFormat[] {SRGB, PLAIN}) {
            var whole = image(40, 24, true);
            var texture = whole.texture(format, ON);
            assertThat(texture.texels()).isSameAs(whole.texels());
            var copied = image(40, 24, false).texture(format, ON);
            assertThat(texture.texels()).isEqualTo(copied.texels());
            assertThat(texture.format()).isEqualTo(format);
        }
    }

    @Test
    void itIsTheSameForEverybody() {
        var image = image(16, 16, true);
        var texture = image.texture(SRGB, ON);
        int[] before = image.texels().clone();
        assertThat(image.texture(SRGB, ON)).isSameAs(texture);
        var data = image.texture(PLAIN, ON);
        assertThat(data.texels()).isNotSameAs(image.texels());
        assertThat(data.texels()).isEqualTo(image(16, 16, false).texture(PLAIN, ON).texels());
        assertThat(image.texels()).as("colour's levels").isEqualTo(before);
    }

    @Test
    void withoutRoomEachIsACopy() {
        var image = image(16, 16, false);
        int[] before = image.texels().clone();
        assertThat(image.texture(SRGB, ON)).isNotSameAs(image.texture(SRGB, ON));
        assertThat(image.texels()).isEqualTo(before);
    }

    /** Ended at each of its looks, it is made by who asks next. */
    @Test
    void whatWasEndedIsMadeNextTime() {
        var looks = new AtomicInteger();
        image(16, 16, true).texture(SRGB, looks::incrementAndGet);
        int all = looks.get();
        assertThat(all).isGreaterThan(10);
        int[] expected = image(16, 16, false).texture(SRGB, ON).texels();
        for (int at = 1; at <= all; at++) {
            var image = image(16, 16, true);
            looks.set(at);
            assertThatThrownBy(() -> image.texture(SRGB, ending(looks)))
                    .isInstanceOf(CancelledException.class);
            assertThat(image.texture(SRGB, ON).texels()).isEqualTo(expected);
        }
    }

    /** Who waits for somebody else is asked whether to go on, interrupted or not. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whoWaitsCanBeEnded() throws Exception {
        var image = image(16, 16, true);
        var goOn = new CountDownLatch(1);
        var other = whoMakesLevels(image, goOn);
        var looks = new AtomicInteger(3);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> image.texture(SRGB, ending(looks)))
                .isInstanceOf(CancelledException.class);
        assertThat(Thread.interrupted()).isTrue();
        goOn.countDown();
        Texture made = other.get();
        assertThat(image.texture(SRGB, ON)).isSameAs(made);
    }

    /** Somebody who asks the thread whether it was interrupted hears it while it waits. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void anInterruptionIsHeardWhileOneWaits() throws Exception {
        var image = image(16, 16, true);
        var goOn = new CountDownLatch(1);
        var other = whoMakesLevels(image, goOn);
        var waiting = Thread.currentThread();
        new Thread(
                        () -> {
                            while (waiting.getState() != Thread.State.TIMED_WAITING) {
                                Thread.onSpinWait();
                            }
                            waiting.interrupt();
                        })
                .start();
        var stop = new StopSign("waiting");
        stop.begin(Cancellation.NEVER);
        assertThatThrownBy(() -> image.texture(SRGB, stop::check))
                .isInstanceOf(CancelledException.class)
                .hasMessage("waiting was interrupted");
        assertThat(Thread.interrupted()).isTrue();
        goOn.countDown();
        assertThat(other.get().texels()).isSameAs(image.texels());
    }

    @Test
    void wrongNumbersOfTexelsAreRefused() {
        for (int texels : new int[] {0, 31, 33, 42, 44}) {
            assertThatThrownBy(() -> new Image("", 8, 4, new int[texels], true))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("image 8x4 with %d pixels", texels);
        }
    }

    /** Somebody else who has begun to make levels, and makes none until goOn is counted down. */
    private static FutureTask<Texture> whoMakesLevels(Image image, CountDownLatch goOn)
            throws InterruptedException {
        var begun = new CountDownLatch(1);
        Runnable holding =
                () -> {
                    if (Thread.holdsLock(image)) {
                        return; // they have not begun
                    }
                    begun.countDown();
                    try {
                        goOn.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                };
        var other = new FutureTask<>(() -> image.texture(SRGB, holding));
        new Thread(other).start();
        begun.await();
        return other;
    }

    private static Runnable ending(AtomicInteger looks) {
        return () -> {
            if (looks.decrementAndGet() == 0) {
                throw new CancelledException("enough");
            }
        };
    }

    private static Image image(int width, int height, boolean room) {
        int[] texels = new Random(3).ints((long) width * height).toArray();
        int behind = room ? Image.room(width, height) : 0;
        var image =
                new Image("", width, height, Arrays.copyOf(texels, texels.length + behind), false);
        assertThat(image.hasRoom()).isEqualTo(room);
        return image;
    }
}
