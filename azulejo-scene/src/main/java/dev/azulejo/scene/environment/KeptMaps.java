package dev.azulejo.scene.environment;

import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.scene.shading.EnvironmentAtlas;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * A file of what an environment's picture was made into: {@link #MAGIC}, the sizes of the picture,
 * its packed texels, the texels of its maps, and a sum of all that. Bytes of numbers lie from the
 * lowest to the highest.
 */
final class KeptMaps {
    /** First bytes. The last one changes with what is made of a picture, and with this layout. */
    static final byte[] MAGIC = {'A', 'Z', 'U', 'L', 'M', 'A', 'P', 1};

    private static final int HEADER = MAGIC.length + 2 * Integer.BYTES;
    private static final int BUFFER = 1 << 18;

    private final FileChannel channel;
    private final CRC32C sum = new CRC32C();
    private final ByteBuffer buffer =
            ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
    private final Runnable goOn;

    /** What was kept of a picture, and its sizes. */
    record Kept(int width, int height, Texture panorama, Texture maps) {}

    /** Asked before memory is taken. */
    @FunctionalInterface
    interface Room {
        /** Refuses sizes by an exception. */
        void check(int width, int height);
    }

    private KeptMaps(FileChannel channel, Runnable goOn) {
        this.channel = channel;
        this.goOn = goOn;
    }

    /** Returns how many bytes the file of a picture has. */
    static long size(int width) {
        return HEADER + memory(width) + Integer.BYTES;
    }

    /** Returns how much memory what was kept of a picture takes. */
    static long memory(int width) {
        int sharpest = Prefilter.sharpest(width);
        long maps =
                (long) EnvironmentAtlas.width(sharpest)
                        * EnvironmentAtlas.height(sharpest)
                        * (4 * Float.BYTES);
        long packed = Equirectangular.packedWidth(width);
        return maps + Integer.BYTES * packed * (packed / 2);
    }

    /**
     * Reads a file.
     *
     * @param room what may be read
     * @param goOn called every quarter of a megabyte; what it throws ends the work
     * @throws IOException if it is no such file, or not whole
     */
    static Kept read(Path file, Room room, Runnable goOn) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            var from = new KeptMaps(channel, goOn);
            from.fill(HEADER);
            var magic = new byte[MAGIC.length];
            from.buffer.get(magic);
            int width = from.buffer.getInt();
            int height = from.buffer.getInt();
            if (!Arrays.equals(magic, MAGIC)
                    || height < 1
                    || height > 1 << 14
                    || width != 2 * height
                    || channel.size() != size(width)) {
                throw new IOException("is not what this release keeps of an environment");
            }
            room.check(width, height);
            int packed = Equirectangular.packedWidth(width);
            var panorama = new Texture(TextureFormat.RGBA8_UNORM, packed, packed / 2, false);
            var maps = Prefilter.texture(width);
            from.read(panorama.texels());
            from.read(maps.floats());
            int sum = (int) from.sum.getValue();
            from.fill(Integer.BYTES);
            if (from.buffer.getInt() != sum) {
                throw new IOException("is damaged");
            }
            return new Kept(width, height, panorama, maps);
        }
    }

    /** Brings the next bytes into the buffer. */
    private void fill(int bytes) throws IOException {
        goOn.run();
        buffer.clear().limit(bytes);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new EOFException("is cut off");
            }
        }
        sum.update(buffer.flip());
        buffer.flip();
    }

    private void read(int[] to) throws IOException {
        for (int at = 0; at < to.length; ) {
            int count = Math.min(to.length - at, BUFFER / Integer.BYTES);
            fill(count * Integer.BYTES);
            buffer.asIntBuffer().get(to, at, count);
            at += count;
        }
    }

    private void read(float[] to) throws IOException {
        for (int at = 0; at < to.length; ) {
            int count = Math.min(to.length - at, BUFFER / Float.BYTES);
            fill(count * Float.BYTES);
            buffer.asFloatBuffer().get(to, at, count);
            at += count;
        }
    }

    /**
     * Writes a file that is not there yet.
     *
     * @param goOn called every quarter of a megabyte; what it throws ends the work
     */
    static void write(Path file, Kept kept, Runnable goOn) throws IOException {
        try (var channel =
                FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            var to = new KeptMaps(channel, goOn);
            to.buffer.put(MAGIC).putInt(kept.width()).putInt(kept.height());
            to.drain();
            to.write(kept.panorama().texels());
            to.write(kept.maps().floats());
            to.buffer.putInt((int) to.sum.getValue());
            to.drain();
        }
    }

    /** Writes what is in the buffer. */
    private void drain() throws IOException {
        goOn.run();
        sum.update(buffer.flip());
        buffer.rewind();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        buffer.clear();
    }

    private void write(int[] from) throws IOException {
        for (int at = 0; at < from.length; ) {
            int count = Math.min(from.length - at, BUFFER / Integer.BYTES);
            buffer.asIntBuffer().put(from, at, count);
            buffer.position(count * Integer.BYTES);
            drain();
            at += count;
        }
    }

    private void write(float[] from) throws IOException {
        for (int at = 0; at < from.length; ) {
            int count = Math.min(from.length - at, BUFFER / Float.BYTES);
            buffer.asFloatBuffer().put(from, at, count);
            buffer.position(count * Float.BYTES);
            drain();
            at += count;
        }
    }
}
