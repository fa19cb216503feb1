package dev.azulejo.scene.gltf;

import dev.azulejo.core.resource.MipLevel;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.scene.image.ImageDecoder;
import dev.azulejo.scene.image.ImageFormatException;
import dev.azulejo.scene.image.ImageHeader;
import dev.azulejo.scene.image.ImageTooLargeException;
import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.ReducedImages;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * Decodes the images that something uses, in tasks. Images with the same bytes, of which exporters
 * make many, are decoded once and become one. One that is not there, not of a kind that is read, or
 * damaged, leaves no image but a warning: models that lost a texture on the way are common, and
 * still worth a look. One that is too large is refused.
 */
final class ImageLoader {
    /** Places of what nothing uses, and of what is drawn white. */
    private static final int UNUSED = -1;

    private static final int WHITE = -2;

    private final JsonView images;
    private final SourceFiles files;
    private final BufferViews views;
    private final LoadLimits limits;
    private final Budget budget;
    private final Warnings warnings;

    /** Place among the encoded for each image of the file, or one of the two above. */
    private final int[] places;

    /** What {@link #canRead} answers; null for images that nobody asked it of. */
    private final Boolean[] readable;

    /** Bytes of images that it has read, for whoever uses them; null for others. */
    private final byte[][] seen;

    /** Of all images so far, once for each scan. */
    private long texels;

    private final List<Encoded> encoded = new ArrayList<>();
    private final Map<Long, Integer> byChecksum = new HashMap<>();
    private final List<Pair> pairs = new ArrayList<>();

    /**
     * What an image is used for.
     *
     * @param color drawn, as colour
     * @param data drawn, as other numbers
     * @param source others are made of it, by {@link #convert}
     */
    record Use(boolean color, boolean data, boolean source) {
        static final Use NONE = new Use(false, false, false);
        static final Use SOURCE = new Use(false, false, true);

        /** Drawn. */
        Use(boolean color, boolean data) {
            this(color, data, false);
        }

        Use and(Use other) {
            return new Use(color || other.color, data || other.data, source || other.source);
        }

        boolean drawn() {
            return color || data;
        }

        /** Whether there is one way to make it smaller, and nobody needs it as it is. */
        boolean reducible() {
            return color != data && !source;
        }
    }

    private final class Encoded {
        private final JsonView where;
        private final String name;
        private final byte[] data;

        /** Null where it is damaged. */
        private ImageHeader header;

        /** Null where the header is damaged; of null where the rest is. */
        private LoadTasks.Result<Image> result;

        /** Why there is no image; null if there is one. Written before the result is there. */
        private String damage;

        /** What for. */
        private Use uses = Use.NONE;

        /** Among the images of the scene, -1 for none. */
        private int place = -1;

        Encoded(JsonView where, byte[] data) {
            this.where = where;
            this.name = where.string("name", where.string("uri", ""));
            this.data = data;
        }

        /** Decoding works harder for more bytes and for more pixels. */
        long effort() {
            return data.length * 8L + header.pixels();
        }

        void readHeader() {
            try {
                header = ImageDecoder.header(data);
            } catch (ImageTooLargeException e) {
                throw where.fail(e.getMessage(), e);
            } catch (ImageFormatException e) {
                damage = e.getMessage();
                return;
            }
            checkSize(header.width(), header.height(), where);
            checkReducible();
            texels += header.pixels() * header.scans();
            if (texels > limits.maxTexels()) {
                throw where.fail(
                        "%,d pixels are to be decoded up to here, those of %,d scan(s) of this image among them; at most %,d in all expected"
                                .formatted(texels, header.scans(), limits.maxTexels()));
            }
            budget.take(keptBytes(), where);
        }

        private void checkReducible() {
            if (level() > 0 && Math.max(header.width(), header.height()) > Texture.MAX_SIDE) {
                throw where.fail(
                        "%dx%d pixels are too many to be made smaller, sides of at most %d expected"
                                .formatted(header.width(), header.height(), Texture.MAX_SIDE));
            }
        }

        /** Which level of its mip chain is kept. */
        private int level() {
            return uses.reducible()
                    ? ReducedImages.level(header.width(), header.height(), limits.maxTextureSide())
                    : 0;
        }

        private long keptPixels() {
            int level = level();
            return (long) Math.max(1, header.width() >> level)
                    * Math.max(1, header.height() >> level);
        }

        /** Texels of the mip chain that will lie behind its pixels. */
        private int room() {
            return uses.drawn() && level() == 0 ? Image.room(header.width(), header.height()) : 0;
        }

        private long keptBytes() {
            return 4 * (keptPixels() + room());
        }

        /** Returns the image, null where it is damaged. */
        Image decode() {
            int level = level();
            try {
                return level == 0 ? decodeWhole() : decodeLevel(level);
            } catch (ImageTooLargeException e) {
                throw where.fail(e.getMessage(), e);
            } catch (ImageFormatException e) {
                budget.giveBack(keptBytes());
                damage = e.getMessage();
                return null;
            }
        }

        private Image decodeLevel(int level) throws ImageFormatException {
            // Some files are decoded whole
            long pixels = header.pixels() - keptPixels();
            long work =
                    header.workBytes()
                            + 4 * pixels
                            + MipLevel.workBytes(header.width(), header.height(), level);
            budget.take(work, where);
            try {
                var made =
                        ReducedImages.begin(header.width(), header.height(), uses.color(), level);
                ImageDecoder.decode(
                        data, (row, from) -> made.add(row, from, budget::goOn), budget::goOn);
                return ReducedImages.of(
                        shownName(), header.width(), header.height(), level, made.texels());
            } finally {
                budget.giveBack(work);
            }
        }

        private String shownName() {
            return SourceFiles.isDataUri(name) ? "" : name;
        }

        private Image decodeWhole() throws ImageFormatException {
            budget.take(header.workBytes(), where);
            try {
                int[] texels = ImageDecoder.decode(data, room(), budget::goOn);
                return new Image(
                        shownName(),
                        header.width(),
                        header.height(),
                        texels,
                        header.format() == ImageHeader.Format.JPEG
                                || isOpaque(texels, (int) header.pixels()));
            } finally {
                budget.giveBack(header.workBytes());
            }
        }
    }

    /** Makes two images of two others, either of which may be null. */
    interface Maker {
        /**
         * Makes them.
         *
         * @param goOn called again and again; ends it by an exception
         */
        SpecularGlossiness.Maps make(Image first, Image second, Runnable goOn);
    }

    /** Two images made of two others, which stand one behind the other in the scene. */
    final class Pair {
        private final JsonView where;
        private final Encoded one;
        private final Encoded two;
        private final Maker maker;
        private LoadTasks.Result<SpecularGlossiness.Maps> result;
        private int first = -1;

        private Pair(Encoded one, Encoded two, Maker maker, JsonView where) {
            this.where = where;
            this.one = one;
            this.two = two;
            this.maker = maker;
        }

        /** Returns the place of the first among the scene's images, once they are there. */
        int first() {
            return first;
        }

        /** Accounts for both, as if each were as large as what they are made of together. */
        private void account() {
            int width = Math.max(width(one), width(two));
            int height = Math.max(height(one), height(two));
            checkSize(width, height, where);
            long pixels = 2L * width * height;
            texels += pixels;
            if (texels > limits.maxTexels()) {
                throw where.fail(
                        "%,d pixels are to be decoded and converted up to here; at most %,d in all expected"
                                .formatted(texels, limits.maxTexels()));
            }
            budget.take(4 * pixels, where);
        }

        private SpecularGlossiness.Maps make() {
            var maps = maker.make(image(one), image(two), budget::goOn);
            return new SpecularGlossiness.Maps(
                    reduced(maps.baseColor(), true), reduced(maps.metallicRoughness(), false));
        }

        private Image reduced(Image image, boolean srgb) {
            int level = ReducedImages.level(image.width(), image.height(), limits.maxTextureSide());
            if (level == 0) {
                return image;
            }
            long work = MipLevel.workBytes(image.width(), image.height(), level);
            budget.take(work, where);
            try {
                var small = ReducedImages.of(image, srgb, limits.maxTextureSide(), budget::goOn);
                budget.giveBack(4L * (image.pixels() - small.pixels()));
                return small;
            } finally {
                budget.giveBack(work);
            }
        }

        private static int width(Encoded image) {
            return isMissing(image) ? 1 : image.header.width();
        }

        private static int height(Encoded image) {
            return isMissing(image) ? 1 : image.header.height();
        }

        private static Image image(Encoded encoded) {
            return isMissing(encoded) ? null : encoded.result.get();
        }

        private static boolean isMissing(Encoded image) {
            return image == null || image.header == null;
        }
    }

    ImageLoader(
            JsonView root,
            SourceFiles files,
            BufferViews views,
            LoadLimits limits,
            Budget budget,
            Warnings warnings) {
        this.images = root.array("images");
        this.images.checkSize(limits.maxObjects());
        this.files = files;
        this.views = views;
        this.limits = limits;
        this.budget = budget;
        this.warnings = warnings;
        this.places = new int[images.size()];
        this.readable = new Boolean[images.size()];
        this.seen = new byte[images.size()][];
        Arrays.fill(places, UNUSED);
    }

    /** Returns how many images the file has. */
    int fileCount() {
        return places.length;
    }

    private void checkSize(int width, int height, JsonView where) {
        if (Math.max(width, height) > limits.maxImageSide()
                || (long) width * height > limits.maxImagePixels()) {
            throw where.fail(
                    "%dx%d pixels are too many, sides of at most %d and %,d pixels expected"
                            .formatted(
                                    width, height, limits.maxImageSide(), limits.maxImagePixels()));
        }
    }

    /**
     * Says that an image is used, and returns what {@link #place} finds it by; -1, with a warning,
     * where its file is not there, or of a format that is not read, or its URI is damaged.
     *
     * @param use what for
     */
    int use(int image, Use use) {
        int known = use(image);
        if (known >= 0) {
            var of = encoded.get(known);
            of.uses = of.uses.and(use);
        }
        return known;
    }

    /**
     * Asks for two images that are made of two others.
     *
     * @param one as {@link #use} returned it, -1 for none
     * @param two likewise
     * @param where names them in messages
     */
    Pair convert(int one, int two, Maker maker, JsonView where) {
        var pair =
                new Pair(
                        one < 0 ? null : encoded.get(one),
                        two < 0 ? null : encoded.get(two),
                        maker,
                        where);
        pairs.add(pair);
        return pair;
    }

    /**
     * Returns the place of a used image in the result of {@link #finish}, -1 for none and for one
     * that is damaged.
     */
    int place(int used) {
        return used < 0 ? -1 : encoded.get(used).place;
    }

    /** Returns whether an image is there, and of a kind that is read. */
    boolean canRead(int image) {
        JsonView where = images.at(image);
        String uri = where.string("uri", null);
        if (places[image] == WHITE || uri != null && !files.exists(uri, where)) {
            return false;
        }
        if (readable[image] == null) {
            try {
                boolean used = places[image] != UNUSED;
                byte[] data = used ? encoded.get(places[image]).data : read(where);
                ImageDecoder.header(data);
                readable[image] = true;
                seen[image] = used ? null : data;
            } catch (ImageFormatException | SourceFiles.DataUriException e) {
                // The one beside it will be used
                readable[image] = false;
            }
        }
        return readable[image];
    }

    private int use(int image) {
        if (places[image] == UNUSED) {
            JsonView where = images.at(image);
            byte[] data = seen[image] != null ? seen[image] : readOrWarn(where);
            seen[image] = null;
            places[image] = data == null ? WHITE : place(data, where);
        }
        return places[image] == WHITE ? -1 : places[image];
    }

    /** Returns an image's bytes, or null, with a warning, where none can be made of them. */
    private byte[] readOrWarn(JsonView where) {
        String uri = where.string("uri", null);
        if (uri != null && !files.exists(uri, where)) {
            warnWhite(where, "no such file");
            return null;
        }
        byte[] data;
        try {
            data = read(where);
        } catch (SourceFiles.DataUriException e) {
            warnWhite(where, e.getMessage());
            return null;
        }
        var other = ImageDecoder.otherFormat(data);
        if (other.isPresent()) {
            warnWhite(where, other.get() + " is not supported, PNG, JPEG, WebP or KTX2 expected");
            return null;
        }
        return data;
    }

    /** Returns the place of bytes among the encoded; the same bytes have one. */
    private int place(byte[] data, JsonView where) {
        CRC32 crc = new CRC32();
        crc.update(data);
        long key = (long) data.length << 32 | crc.getValue();
        Integer known = byChecksum.get(key);
        if (known != null && Arrays.equals(encoded.get(known).data, data)) {
            return known;
        }
        byChecksum.put(key, encoded.size());
        encoded.add(new Encoded(where, data));
        return encoded.size() - 1;
    }

    /** Says that an image is drawn white: which, by its file or its name if it has any, and why. */
    private void warnWhite(JsonView image, String why) {
        String uri = image.string("uri", "");
        String name = uri.isEmpty() || SourceFiles.isDataUri(uri) ? image.string("name", "") : uri;
        String quoted = name.isEmpty() ? "" : ": \"%s\"".formatted(JsonView.abbreviate(name));
        warnings.add("%s%s: %s: drawn white".formatted(image.path(), quoted, why));
    }

    private byte[] read(JsonView image) throws SourceFiles.DataUriException {
        String uri = image.string("uri", null);
        if (uri != null) {
            return files.resolveIfSound(uri, image);
        }
        if (!image.has("bufferView")) {
            throw image.fail("uri or bufferView expected");
        }
        Bytes bytes = views.bytes(image.requireIndex("bufferView", views.size(), "bufferViews"));
        budget.take(bytes.length(), image);
        return bytes.toArray();
    }

    /** Checks the sizes of all used images and starts decoding, the longest first. */
    void start(LoadTasks tasks) {
        List<Encoded> order = new ArrayList<>(encoded.size());
        for (Encoded image : encoded) {
            image.readHeader();
            if (image.header != null) {
                order.add(image);
            }
        }
        order.sort((a, b) -> Long.compare(b.effort(), a.effort()));
        for (Encoded image : order) {
            image.result = tasks.submit(image::decode);
        }
        // They wait for images that others have begun with by then, as tasks begin in order
        for (Pair pair : pairs) {
            pair.account();
        }
        for (Pair pair : pairs) {
            pair.result = tasks.submit(pair::make);
        }
    }

    /** Waits for the images, and forgets those of which others were made. */
    List<Image> finish() {
        List<Image> done = new ArrayList<>(encoded.size());
        for (Encoded image : encoded) {
            Image decoded = image.result == null ? null : image.result.get();
            if (decoded == null) {
                warnWhite(image.where, image.damage);
            } else if (image.uses.drawn()) {
                image.place = done.size();
                done.add(decoded);
            }
        }
        for (Pair pair : pairs) {
            SpecularGlossiness.Maps maps = pair.result.get();
            pair.first = done.size();
            done.add(maps.baseColor());
            done.add(maps.metallicRoughness());
        }
        for (Encoded image : encoded) {
            if (!image.uses.drawn() && image.damage == null) {
                budget.giveBack(image.keptBytes());
            }
        }
        return done;
    }

    private static boolean isOpaque(int[] texels, int count) {
        int all = -1;
        for (int i = 0; i < count; i++) {
            all &= texels[i];
        }
        return all >>> 24 == 255;
    }
}
