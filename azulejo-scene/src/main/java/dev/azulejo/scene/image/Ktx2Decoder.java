package dev.azulejo.scene.image;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decodes KTX2: the largest level of one two-dimensional picture, of Basis Universal (ETC1S and
 * UASTC) or plain, with 8 bits a component. Smaller levels, metadata and what colours mean are left
 * out, as with other formats. What the container says is checked here, before memory is taken.
 *
 * <p>Source: Khronos, KTX File Format Specification, version 2.0; KHR_texture_basisu.
 */
final class Ktx2Decoder {
    private static final byte[] IDENTIFIER = {
        (byte) 0xAB, 'K', 'T', 'X', ' ', '2', '0', (byte) 0xBB, '\r', '\n', 0x1A, '\n'
    };

    /** Where the list of levels begins. */
    private static final int LEVELS_AT = 80;

    private static final int LEVEL_BYTES = 24;

    /** {@code VK_FORMAT_UNDEFINED}: what the format is, its descriptor says; here Basis alone. */
    private static final int UNDEFINED = 0;

    private static final int NOT_COMPRESSED = 0;
    private static final int BASIS_LZ = 1;
    private static final int ZSTANDARD = 2;
    private static final int ZLIB = 3;

    /** Colour models of a descriptor. */
    private static final int ETC1S_MODEL = 163;

    private static final int UASTC_MODEL = 166;

    private final byte[] data;
    private final ByteBuffer in;
    private int format;
    private int width;
    private int height;
    private int compression;
    private int from;
    private int length;

    private Ktx2Decoder(byte[] data) {
        this.data = data;
        this.in = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    }

    static boolean isKtx2(byte[] data) {
        return data.length >= IDENTIFIER.length
                && Arrays.equals(data, 0, IDENTIFIER.length, IDENTIFIER, 0, IDENTIFIER.length);
    }

    /**
     * Returns what kind of KTX2 a file is that is none of those read here; null for one that is, or
     * that is broken.
     */
    static String otherKind(byte[] data) {
        if (data.length < LEVELS_AT) {
            return null;
        }
        var ktx = new Ktx2Decoder(data);
        ktx.format = ktx.in.getInt(12);
        ktx.compression = ktx.in.getInt(44);
        if (ktx.in.getInt(24) == 0 || ktx.in.getInt(28) != 0) {
            return "KTX2 that is not two-dimensional";
        }
        if (ktx.in.getInt(32) > 1 || ktx.in.getInt(36) != 1) {
            return "KTX2 of several layers or faces";
        }
        boolean isBasis = ktx.format == UNDEFINED;
        if (isBasis ? !ktx.isBasis() : channels(ktx.format) == 0) {
            return isBasis
                    ? "KTX2 of an undefined format"
                    : "KTX2 of vkFormat %d".formatted(ktx.format);
        }
        boolean known =
                switch (ktx.compression) {
                    case NOT_COMPRESSED, ZSTANDARD -> true;
                    case BASIS_LZ -> isBasis;
                    case ZLIB -> !isBasis;
                    default -> false;
                };
        return known ? null : "KTX2 with supercompression %d".formatted(ktx.compression);
    }

    private boolean isBasis() {
        int model = model();
        // Broken, which is said later
        return model < 0 || model == ETC1S_MODEL || model == UASTC_MODEL;
    }

    private boolean isEtc1s() {
        return format == UNDEFINED && compression == BASIS_LZ && model() == ETC1S_MODEL;
    }

    /** Returns the descriptor's colour model, -1 where no descriptor is. */
    private int model() {
        int descriptor = in.getInt(48);
        return descriptor < 0 || descriptor > data.length - 16 ? -1 : data[descriptor + 12] & 255;
    }

    static ImageHeader header(byte[] data) throws ImageFormatException {
        var ktx = new Ktx2Decoder(data);
        ktx.readHeader();
        return new ImageHeader(ImageHeader.Format.KTX2, ktx.width, ktx.height, 1, ktx.workBytes());
    }

    static int[] decode(byte[] data, int room, Runnable goOn) throws ImageFormatException {
        var ktx = new Ktx2Decoder(data);
        ktx.readHeader();
        return ktx.decode(room, goOn);
    }

    private void readHeader() throws ImageFormatException {
        if (data.length < LEVELS_AT + LEVEL_BYTES) {
            throw new ImageFormatException("KTX2 is cut off: no level in it");
        }
        String other = otherKind(data);
        if (other != null) {
            throw new ImageFormatException(other + " is not supported");
        }
        format = in.getInt(12);
        width = in.getInt(20);
        height = in.getInt(24);
        compression = in.getInt(44);
        if (width <= 0 || height <= 0) {
            throw new ImageFormatException(
                    "KTX2 size is %sx%s, at least 1x1 expected"
                            .formatted(
                                    Integer.toUnsignedString(width),
                                    Integer.toUnsignedString(height)));
        }
        long at = in.getLong(LEVELS_AT);
        long bytes = in.getLong(LEVELS_AT + 8);
        if (at < LEVELS_AT + LEVEL_BYTES || at > data.length) {
            throw new ImageFormatException(
                    "KTX2 is cut off or corrupt: a level at byte %s of %d"
                            .formatted(Long.toUnsignedString(at), data.length));
        }
        if (bytes <= 0 || bytes > data.length - at) {
            throw new ImageFormatException(
                    "KTX2 is cut off or corrupt: a level of %s bytes, %d are left"
                            .formatted(Long.toUnsignedString(bytes), data.length - at));
        }
        from = (int) at;
        length = (int) bytes;
        if (format != UNDEFINED) {
            long expected = (long) channels(format) * width * height;
            long found = compression == NOT_COMPRESSED ? length : in.getLong(LEVELS_AT + 16);
            if (found != expected) {
                throw new ImageFormatException(
                        "KTX2 is corrupt: a level has %s bytes, %d expected of %dx%d pixels"
                                .formatted(Long.toUnsignedString(found), expected, width, height));
            }
        }
    }

    /** Returns components of a plain format that is read, 0 for others. */
    private static int channels(int format) {
        return switch (format) {
            // VK_FORMAT_R8_UNORM and _SRGB, R8G8, R8G8B8, R8G8B8A8
            case 9, 15 -> 1;
            case 16, 22 -> 2;
            case 23, 29 -> 3;
            case 37, 43 -> 4;
            default -> 0;
        };
    }

    private long workBytes() {
        long pixels = (long) width * height;
        if (isEtc1s()) {
            return Etc1sDecoder.WORK_BYTES;
        }
        if (format == UNDEFINED) {
            return UastcDecoder.workBytes(data.length, pixels);
        }
        long plain = channels(format) * pixels;
        return switch (compression) {
            case NOT_COMPRESSED -> 0;
            case ZSTANDARD -> plain + ZstdDecoder.WORK_BYTES;
            default -> plain + (1 << 16);
        };
    }

    private int[] decode(int room, Runnable goOn) throws ImageFormatException {
        if (isEtc1s()) {
            return Etc1sDecoder.decode(data, width, height, from, length, room, goOn);
        }
        if (format == UNDEFINED) {
            return pack(UastcDecoder.decode(data, width, height, goOn), 0, 4, room, goOn);
        }
        int channels = channels(format);
        // Sides are bounded by who asks for pixels: they fit an array
        int plain = Math.multiplyExact(channels, Math.multiplyExact(width, height));
        return switch (compression) {
            case NOT_COMPRESSED -> pack(data, from, channels, room, goOn);
            case ZSTANDARD -> {
                byte[] samples = ZstdDecoder.decode(data, from, length, plain, goOn);
                yield pack(samples, 0, channels, room, goOn);
            }
            default -> pack(inflate(plain, goOn), 0, channels, room, goOn);
        };
    }

    private byte[] inflate(int plain, Runnable goOn) throws ImageFormatException {
        byte[] result = new byte[plain];
        var inflater = new Inflater();
        try {
            inflater.setInput(data, from, length);
            int done = 0;
            while (done < plain && !inflater.finished()) {
                goOn.run();
                int more = inflater.inflate(result, done, Math.min(1 << 16, plain - done));
                if (more == 0) {
                    break;
                }
                done += more;
            }
            if (done < plain) {
                throw new ImageFormatException(
                        "KTX2 is corrupt: %d bytes expected in a level".formatted(plain));
            }
            return result;
        } catch (DataFormatException e) {
            throw new ImageFormatException("KTX2 is corrupt", e);
        } finally {
            inflater.end();
        }
    }

    /** Makes pixels of samples; what is missing is 0, alpha 255. */
    private int[] pack(byte[] samples, int at, int channels, int room, Runnable goOn) {
        int[] texels = new int[width * height + room];
        int i = at;
        for (int y = 0; y < height; y++) {
            goOn.run();
            for (int o = y * width; o < (y + 1) * width; o++, i += channels) {
                int red = samples[i] & 255;
                int green = channels > 1 ? samples[i + 1] & 255 : 0;
                int blue = channels > 2 ? samples[i + 2] & 255 : 0;
                int alpha = channels > 3 ? samples[i + 3] & 255 : 255;
                texels[o] = red | green << 8 | blue << 16 | alpha << 24;
            }
        }
        return texels;
    }
}
