package dev.azulejo.scene.image;

import com.twelvemonkeys.imageio.plugins.webp.lossless.VP8LDecoder;
import com.twelvemonkeys.imageio.plugins.webp.vp8.VP8Frame;
import com.twelvemonkeys.imageio.stream.ByteArrayImageInputStream;

import dev.azulejo.scene.guard.LoopGuard;

import java.awt.image.DataBuffer;
import java.awt.image.DataBufferByte;
import java.awt.image.Raster;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.function.Function;

/**
 * Decodes one picture with the TwelveMonkeys library as {@link
 * dev.azulejo.scene.guard.GuardedLoader} loads it, and tells the outcome in types that all loaders
 * share: {@code {data, lossless, width, height, goOn, bytes, jumps}} in, its samples out: red,
 * green, blue and, if it is lossless, alpha.
 */
final class WebPAdapter implements Function<Object[], Object[]> {
    WebPAdapter() {}

    @Override
    public Object[] apply(Object[] input) {
        boolean lossless = (Boolean) input[1];
        int width = (Integer) input[2];
        int height = (Integer) input[3];
        int bands = lossless ? 4 : 3;
        LoopGuard.begin((Runnable) input[4], (Long) input[5], (Long) input[6]);
        try (var stream = new ByteArrayImageInputStream((byte[]) input[0])) {
            stream.setByteOrder(ByteOrder.LITTLE_ENDIAN);
            var raster =
                    Raster.createInterleavedRaster(
                            DataBuffer.TYPE_BYTE, width, height, bands, null);
            if (lossless) {
                new VP8LDecoder(stream, false).readVP8Lossless(raster, true, null, width, height);
            } else if (!new VP8Frame(stream, false).decode(raster, null)) {
                throw new IllegalArgumentException("no picture in it");
            }
            return new Object[] {((DataBufferByte) raster.getDataBuffer()).getData()};
        } catch (LoopGuard.Stopped e) {
            throw e.why();
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        } finally {
            LoopGuard.end();
        }
    }
}
