package dev.azulejo.scene.image;

import java.awt.Point;
import java.awt.Transparency;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.DataBufferByte;
import java.awt.image.PixelInterleavedSampleModel;
import java.awt.image.Raster;
import java.awt.image.SampleModel;
import java.awt.image.WritableRaster;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Iterator;

import javax.imageio.IIOException;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.MemoryCacheImageInputStream;

/**
 * Decodes JPEG with the platform's reader, after going through the markers: sizes are checked, and
 * everything but the picture itself is left out (colour profiles, which the reader would apply,
 * previews, metadata). One marker that says how colours are stored is put in instead, so that the
 * reader has nothing to guess.
 *
 * <p>Source: ITU-T T.81, annex B; the choice of colour space follows libjpeg.
 */
final class JpegDecoder {
    private static final int SOI = 0xD8;
    private static final int EOI = 0xD9;
    private static final int SOS = 0xDA;
    private static final int APP0 = 0xE0;
    private static final int APP14 = 0xEE;
    private static final int APP15 = 0xEF;
    private static final int COM = 0xFE;

    /** A decoder goes over the whole picture once a scan; usual files have 1 to 12. */
    private static final int MAX_SCANS = 100;

    /** About how many pixels the reader goes over before it is asked whether to go on. */
    private static final long PIXELS_AT_ONCE = 1 << 20;

    private static final byte[] JFIF = {
        (byte) 0xFF, (byte) APP0, 0, 16, 'J', 'F', 'I', 'F', 0, 1, 1, 0, 0, 1, 0, 1, 0, 0
    };
    private static final byte[] ADOBE_RGB = {
        (byte) 0xFF, (byte) APP14, 0, 14, 'A', 'd', 'o', 'b', 'e', 0, 100, 0, 0, 0, 0, 0
    };

    private final byte[] data;
    private final ByteArrayOutputStream picture = new ByteArrayOutputStream();
    private int width;
    private int height;
    private int components;
    private boolean rgbIds;
    private boolean plainIds;
    private boolean hasJfif;
    private int adobeTransform = -1;
    private int scans;
    private boolean progressive;

    /** Whether its end was found. */
    private boolean ends;

    /** Whether its only pass goes over all components. */
    private boolean singlePass;

    private JpegDecoder(byte[] data) {
        this.data = data;
    }

    static boolean isJpeg(byte[] data) {
        return data.length >= 3 && u8(data, 0) == 0xFF && u8(data, 1) == SOI && u8(data, 2) == 0xFF;
    }

    static ImageHeader header(byte[] data) throws ImageFormatException {
        JpegDecoder jpeg = new JpegDecoder(data);
        jpeg.readMarkers(true);
        // the input without its extras, and a row
        long work = data.length + 4L * jpeg.width;
        if (!jpeg.singlePass) {
            // coefficients are kept, of whole blocks, until all scans are there, and all pixels
            work += 4L * jpeg.width * jpeg.height;
            work += 2L * jpeg.components * ((jpeg.width + 15L) * (jpeg.height + 15L));
        }
        return new ImageHeader(
                ImageHeader.Format.JPEG, jpeg.width, jpeg.height, Math.max(1, jpeg.scans), work);
    }

    static int[] decode(byte[] data, int room, Runnable goOn) throws ImageFormatException {
        JpegDecoder jpeg = new JpegDecoder(data);
        jpeg.readMarkers(false);
        byte[] clean = jpeg.clean();
        int[] texels = jpeg.decodeManyScans(clean, room, goOn);
        if (texels == null) {
            texels = new int[jpeg.width * jpeg.height + room];
            jpeg.read(clean, texels, null, goOn);
        }
        return texels;
    }

    static void decode(byte[] data, TexelRows rows, Runnable goOn) throws ImageFormatException {
        JpegDecoder jpeg = new JpegDecoder(data);
        jpeg.readMarkers(false);
        byte[] clean = jpeg.clean();
        int[] texels = jpeg.decodeManyScans(clean, 0, goOn);
        if (texels == null) {
            boolean once = jpeg.singlePass;
            texels = new int[once ? jpeg.width : jpeg.width * jpeg.height];
            jpeg.read(clean, texels, once ? rows : null, goOn);
            if (once) {
                return;
            }
        }
        rows.addAll(texels, jpeg.width);
    }

    /** Goes through the file, gathers what is needed, and copies the picture. */
    private void readMarkers(boolean headerOnly) throws ImageFormatException {
        int at = 2;
        while (true) {
            if (at >= data.length - 3 || u8(data, at) != 0xFF) {
                if (scans > 0) {
                    ends = at == data.length - 2 && u8(data, at + 1) == EOI;
                    return; // what is there gets shown, as other decoders do
                }
                throw new ImageFormatException("JPEG is cut off or corrupt: no picture in it");
            }
            int marker = u8(data, at + 1);
            if (marker == 0xFF) {
                at++;
                continue;
            }
            if (marker == EOI) {
                if (scans == 0) {
                    throw new ImageFormatException("JPEG ends before the picture");
                }
                ends = true;
                return;
            }
            if (marker == 0x01 || marker >= 0xD0 && marker <= 0xD8) {
                at += 2;
                continue;
            }
            int length = u16(at + 2);
            int end = at + 2 + length;
            if (length < 2 || end > data.length) {
                if (scans > 0) {
                    return;
                }
                throw new ImageFormatException("JPEG is cut off or corrupt");
            }
            if (marker >= 0xC0
                    && marker <= 0xCF
                    && marker != 0xC4
                    && marker != 0xC8
                    && marker != 0xCC) {
                readFrame(marker, at + 4, length - 2);
            } else if (marker == APP0) {
                hasJfif |= length >= 16 && matches(at + 4, JFIF, 4, 5);
            } else if (marker == APP14) {
                if (length >= 14 && matches(at + 4, ADOBE_RGB, 4, 5)) {
                    adobeTransform = u8(data, at + 15);
                }
            }
            if (marker == SOS) {
                if (components == 0) {
                    throw new ImageFormatException("JPEG is corrupt: no frame before the scan");
                }
                if (++scans > MAX_SCANS) {
                    throw new ImageFormatException(
                            "JPEG has more than %d scans".formatted(MAX_SCANS));
                }
                singlePass = !progressive && scans == 1 && u8(data, at + 4) == components;
                if (headerOnly && singlePass) {
                    return;
                }
                end = endOfScan(end);
            }
            if (!headerOnly && !(marker >= APP0 && marker <= APP15) && marker != COM) {
                picture.write(data, at, end - at);
            }
            at = end;
        }
    }

    private void readFrame(int marker, int at, int length) throws ImageFormatException {
        if (marker > 0xC2) {
            throw new ImageFormatException(
                    "JPEG coding process SOF%d is not supported, baseline or progressive Huffman expected"
                            .formatted(marker - 0xC0));
        }
        if (components != 0) {
            throw new ImageFormatException("JPEG is corrupt: two frames");
        }
        if (length < 6 || length < 6 + 3 * u8(data, at + 5)) {
            throw new ImageFormatException("JPEG frame header is cut off");
        }
        progressive = marker == 0xC2;
        int precision = u8(data, at);
        height = u16(at + 1);
        width = u16(at + 3);
        components = u8(data, at + 5);
        if (precision != 8) {
            throw new ImageFormatException(
                    "JPEG with %d bits is not supported, 8 expected".formatted(precision));
        }
        if (width == 0 || height == 0) {
            throw new ImageFormatException(
                    "JPEG size is %dx%d, at least 1x1 expected".formatted(width, height));
        }
        if (components != 1 && components != 3) {
            throw new ImageFormatException(
                    "JPEG with %d components%s is not supported, grey or RGB expected"
                            .formatted(components, components == 4 ? " (CMYK)" : ""));
        }
        if (components == 3) {
            int first = u8(data, at + 6);
            int second = u8(data, at + 9);
            int third = u8(data, at + 12);
            rgbIds = first == 'R' && second == 'G' && third == 'B';
            plainIds = first == 1 && second == 2 && third == 3;
        }
    }

    /** Returns where the next marker begins that is not part of the scan's coded data. */
    private int endOfScan(int start) {
        int at = start;
        while (at < data.length - 1) {
            if (data[at] == (byte) 0xFF) {
                int next = u8(data, at + 1);
                if (next != 0 && next != 0xFF && !(next >= 0xD0 && next <= 0xD7)) {
                    return at;
                }
            }
            at++;
        }
        return data.length;
    }

    private boolean isStoredAsRgb() {
        if (components != 3 || hasJfif) {
            return false;
        }
        return adobeTransform >= 0 ? adobeTransform == 0 : rgbIds && !plainIds;
    }

    /** The fewer bytes stand for many pixels in many scans, the fewer. */
    private int bytesAtOnce(byte[] bytes) {
        long pixels = (long) width * height * Math.max(1, scans);
        return Math.clamp(bytes.length * PIXELS_AT_ONCE / pixels, 16, 1 << 20);
    }

    /** Hands the reader little at a time, so that it comes back often. */
    private final class Input extends MemoryCacheImageInputStream {
        private final Runnable goOn;
        private final int most;

        Input(byte[] bytes, Runnable goOn) {
            super(new ByteArrayInputStream(bytes));
            this.goOn = goOn;
            most = bytesAtOnce(bytes);
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            goOn.run();
            return super.read(to, offset, Math.min(length, most));
        }
    }

    /** Decodes a file of several scans; returns null if it is none, or not a sound one. */
    private int[] decodeManyScans(byte[] clean, int room, Runnable goOn) {
        return ends && !singlePass && JpegScans.areSound(clean)
                ? ManyScansDecoder.decode(clean, width, height, room, bytesAtOnce(clean), goOn)
                : null;
    }

    /** Returns what is needed for the pixels, and nothing else. */
    private byte[] clean() {
        byte[] body = picture.toByteArray();
        byte[] mark = isStoredAsRgb() ? ADOBE_RGB : JFIF;
        ByteArrayOutputStream clean = new ByteArrayOutputStream(body.length + mark.length + 4);
        clean.write(0xFF);
        clean.write(SOI);
        clean.write(mark, 0, mark.length);
        clean.write(body, 0, body.length);
        clean.write(0xFF);
        clean.write(EOI);
        return clean.toByteArray();
    }

    /**
     * Decodes all rows.
     *
     * @param texels receive them, or one after the other if somebody takes them
     * @param taker takes them; null for nobody
     */
    private void read(byte[] clean, int[] texels, TexelRows taker, Runnable goOn)
            throws ImageFormatException {
        ImageReader reader = newReader();
        Target target = new Target(texels, taker, reader, goOn);
        try (var stream = new Input(clean, goOn)) {
            reader.setInput(stream, true, true);
            if (reader.getWidth(0) != width || reader.getHeight(0) != height) {
                throw new IIOException("two sizes");
            }
            var into = reader.getDefaultReadParam();
            into.setDestination(picture(target));
            reader.read(0, into);
        } catch (IOException | RuntimeException e) {
            // perhaps it was ended
            goOn.run();
            // the platform's reader answers some corrupt files with unchecked exceptions
            throw new ImageFormatException("JPEG is corrupt: " + e.getMessage(), e);
        } finally {
            reader.dispose();
        }
        if (target.ended != null) {
            throw target.ended;
        }
    }

    private BufferedImage picture(Target target) {
        boolean grey = components == 1;
        var colors =
                new ComponentColorModel(
                        ColorSpace.getInstance(grey ? ColorSpace.CS_GRAY : ColorSpace.CS_sRGB),
                        false,
                        false,
                        Transparency.OPAQUE,
                        DataBuffer.TYPE_BYTE);
        return new BufferedImage(colors, target, false, null);
    }

    private SampleModel layout() {
        return new PixelInterleavedSampleModel(
                DataBuffer.TYPE_BYTE,
                width,
                height,
                components,
                components * width,
                components == 1 ? new int[] {0} : new int[] {0, 1, 2});
    }

    /**
     * What the reader puts its rows into, which looks like a picture of bytes to it: each becomes
     * texels at once, so that no picture of bytes is kept.
     */
    private final class Target extends WritableRaster {
        private final int[] texels;
        private final TexelRows taker;
        private final ImageReader reader;
        private final Runnable goOn;
        private RuntimeException ended;

        Target(int[] texels, TexelRows taker, ImageReader reader, Runnable goOn) {
            super(layout(), new DataBufferByte(components), new Point());
            this.texels = texels;
            this.taker = taker;
            this.reader = reader;
            this.goOn = goOn;
        }

        /** What the reader calls for each row: of a file in several scans, once a scan. */
        @Override
        public void setRect(int x, int y, Raster row) {
            if (ended != null) {
                return;
            }
            try {
                goOn.run();
                add(y, ((DataBufferByte) row.getDataBuffer()).getData());
            } catch (RuntimeException e) {
                // It must not go through the reader's native part
                ended = e;
                reader.abort();
            }
        }

        private void add(int y, byte[] bytes) {
            int to = taker == null ? y * width : 0;
            if (components == 1) {
                for (int i = 0; i < width; i++) {
                    texels[to + i] = (bytes[i] & 255) * 0x010101 | 0xFF000000;
                }
            } else {
                for (int i = 0, b = 0; i < width; i++, b += 3) {
                    texels[to + i] =
                            bytes[b] & 255
                                    | (bytes[b + 1] & 255) << 8
                                    | (bytes[b + 2] & 255) << 16
                                    | 0xFF000000;
                }
            }
            if (taker != null) {
                taker.add(texels, 0);
            }
        }
    }

    /** Returns the platform's reader, whatever else is registered: others decode to other bytes. */
    private static ImageReader newReader() throws ImageFormatException {
        Iterator<ImageReader> readers = ImageIO.getImageReadersByFormatName("jpeg");
        while (readers.hasNext()) {
            ImageReader reader = readers.next();
            if (reader.getClass().getModule() == ImageIO.class.getModule()) {
                return reader;
            }
        }
        throw new ImageFormatException("this Java runtime cannot read JPEG");
    }

    private boolean matches(int at, byte[] pattern, int from, int count) {
        for (int i = 0; i < count; i++) {
            if (data[at + i] != pattern[from + i]) {
                return false;
            }
        }
        return true;
    }

    private int u16(int at) {
        return u8(data, at) << 8 | u8(data, at + 1);
    }

    private static int u8(byte[] data, int at) {
        return data[at] & 255;
    }
}
