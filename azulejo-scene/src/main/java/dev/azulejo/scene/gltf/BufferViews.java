package dev.azulejo.scene.gltf;

import java.util.ArrayList;
import java.util.List;

/**
 * The buffers and buffer views of a file, checked when made; buffers are read then, compressed
 * views are decoded when first asked for. Safe for several threads at a time.
 */
final class BufferViews {
    /** The later one says all that the earlier one can say, and comes first where both are. */
    private static final List<String> MESHOPT =
            List.of("KHR_meshopt_compression", "EXT_meshopt_compression");

    private final List<View> views;

    private BufferViews(List<View> views) {
        this.views = views;
    }

    /**
     * Reads the buffers and checks the views.
     *
     * @param binaryChunk what a .glb file holds beside the JSON, or null
     */
    static BufferViews read(
            JsonView root, SourceFiles files, Bytes binaryChunk, LoadLimits limits, Budget budget) {
        JsonView buffers = root.array("buffers");
        JsonView views = root.array("bufferViews");
        buffers.checkSize(limits.maxObjects());
        views.checkSize(limits.maxObjects());
        Bytes[] contents = new Bytes[buffers.size()];
        long[] lengths = new long[buffers.size()];
        for (int b = 0; b < contents.length; b++) {
            JsonView buffer = buffers.at(b);
            lengths[b] = buffer.requireInteger("byteLength", 1, 1L << 48);
            contents[b] = content(buffer, b, lengths[b], files, binaryChunk);
        }
        List<View> read = new ArrayList<>(views.size());
        for (int v = 0; v < views.size(); v++) {
            read.add(view(views.at(v), contents, lengths, budget));
        }
        return new BufferViews(read);
    }

    /** Returns what either extension says of a buffer or view, or null. */
    private static JsonView meshopt(JsonView of) {
        for (String name : MESHOPT) {
            JsonView meshopt = of.extension(name);
            if (meshopt != null) {
                return meshopt;
            }
        }
        return null;
    }

    /** Returns a buffer's bytes, or null for one that only stands for uncompressed data. */
    private static Bytes content(
            JsonView buffer, int index, long length, SourceFiles files, Bytes binaryChunk) {
        JsonView meshopt = meshopt(buffer);
        if (meshopt != null && meshopt.bool("fallback", false)) {
            return null;
        }
        String uri = buffer.string("uri", null);
        Bytes all;
        if (uri != null) {
            all = Bytes.of(files.resolve(uri, buffer));
        } else if (index == 0 && binaryChunk != null) {
            all = binaryChunk;
        } else {
            return null;
        }
        if (all.length() < length) {
            throw buffer.fail(
                    "byteLength is %,d, but there are only %,d bytes"
                            .formatted(length, all.length()));
        }
        return new Bytes(all.array(), all.offset(), (int) length);
    }

    private static View view(JsonView view, Bytes[] contents, long[] lengths, Budget budget) {
        int buffer = view.requireIndex("buffer", contents.length, "buffers");
        long offset = view.integer("byteOffset", 0, Long.MAX_VALUE >> 2, 0);
        long length = view.requireInteger("byteLength", 0, Long.MAX_VALUE >> 2);
        int stride = (int) view.integer("byteStride", 0, 255, 0);
        if (offset + length > lengths[buffer]) {
            throw view.fail(
                    "byteOffset %,d and byteLength %,d lead past the end of buffers[%d], which has %,d bytes"
                            .formatted(offset, length, buffer, lengths[buffer]));
        }
        JsonView meshopt = meshopt(view);
        if (meshopt != null) {
            return compressed(view, meshopt, length, stride, contents, budget);
        }
        if (contents[buffer] == null) {
            // harmless unless something reads it
            return new View(view, stride, null, null);
        }
        Bytes whole = contents[buffer];
        Bytes part = new Bytes(whole.array(), whole.offset() + (int) offset, (int) length);
        return new View(view, stride, part, null);
    }

    private static View compressed(
            JsonView view,
            JsonView meshopt,
            long length,
            int stride,
            Bytes[] contents,
            Budget budget) {
        int buffer = meshopt.requireIndex("buffer", contents.length, "buffers");
        long offset = meshopt.integer("byteOffset", 0, Long.MAX_VALUE >> 2, 0);
        long streamLength = meshopt.requireInteger("byteLength", 0, Long.MAX_VALUE >> 2);
        int elementStride = (int) meshopt.requireInteger("byteStride", 1, 256);
        int count = (int) meshopt.requireInteger("count", 0, Integer.MAX_VALUE - 8);
        String mode = meshopt.requireString("mode");
        String filter = meshopt.string("filter", "NONE");
        Bytes whole = contents[buffer];
        if (whole == null) {
            throw meshopt.fail("buffers[%d] has no data".formatted(buffer));
        }
        if (offset + streamLength > whole.length()) {
            throw meshopt.fail(
                    "byteOffset %,d and byteLength %,d lead past the end of buffers[%d], which has %,d bytes"
                            .formatted(offset, streamLength, buffer, whole.length()));
        }
        if (stride != 0 && stride != elementStride) {
            throw meshopt.fail(
                    "byteStride is %d, %d expected as in the buffer view"
                            .formatted(elementStride, stride));
        }
        long size = (long) count * elementStride;
        if (size != length || size > Integer.MAX_VALUE - 8) {
            throw meshopt.fail(
                    "count %d times byteStride %d must be the view's byteLength, which is %,d"
                            .formatted(count, elementStride, length));
        }
        boolean isAttributes = mode.equals("ATTRIBUTES");
        boolean strideFits =
                switch (mode) {
                    case "ATTRIBUTES" -> elementStride % 4 == 0;
                    case "TRIANGLES" -> elementStride == 2 || elementStride == 4;
                    case "INDICES" -> elementStride == 2 || elementStride == 4;
                    default ->
                            throw meshopt.fail(
                                    "mode \"%s\", ATTRIBUTES, TRIANGLES or INDICES expected"
                                            .formatted(JsonView.abbreviate(mode)));
                };
        boolean filterFits =
                switch (filter) {
                    case "NONE" -> true;
                    case "OCTAHEDRAL", "COLOR" ->
                            isAttributes && (elementStride == 4 || elementStride == 8);
                    case "QUATERNION" -> isAttributes && elementStride == 8;
                    case "EXPONENTIAL" -> isAttributes;
                    default ->
                            throw meshopt.fail(
                                    "filter \"%s\", NONE, OCTAHEDRAL, QUATERNION, EXPONENTIAL or COLOR expected"
                                            .formatted(JsonView.abbreviate(filter)));
                };
        if (!strideFits || !filterFits || mode.equals("TRIANGLES") && count % 3 != 0) {
            throw meshopt.fail(
                    "mode %s, filter %s, byteStride %d and count %d do not go together"
                            .formatted(mode, filter, elementStride, count));
        }
        Bytes stream = new Bytes(whole.array(), whole.offset() + (int) offset, (int) streamLength);
        long least = leastBytes(stream, mode, count, elementStride);
        if (streamLength < least) {
            throw meshopt.fail(
                    "byteLength is %,d; %d elements of %d bytes take at least %,d"
                            .formatted(streamLength, count, elementStride, least));
        }
        return new View(
                view,
                stride,
                null,
                new Compressed(stream, mode, filter, elementStride, count, meshopt, budget));
    }

    private static long leastBytes(Bytes stream, String mode, int count, int stride) {
        return switch (mode) {
            case "TRIANGLES" -> 17L + count / 3;
            case "INDICES" -> 5L + count;
            default ->
                    MeshoptAttributes.isVersion1(stream)
                            ? MeshoptAttributes.minBytes(count, stride)
                            : MeshoptDecoder.minAttributeBytes(count, stride);
        };
    }

    int size() {
        return views.size();
    }

    /** Returns whether a view is compressed, so that getting its bytes takes time. */
    boolean isCompressed(int view) {
        return views.get(view).compressed != null;
    }

    /** Returns the distance of elements that the view states, or 0. */
    int stride(int view) {
        return views.get(view).stride;
    }

    /** Returns what a view holds, uncompressed. */
    Bytes bytes(int view) {
        return views.get(view).bytes();
    }

    private record Compressed(
            Bytes stream,
            String mode,
            String filter,
            int stride,
            int count,
            JsonView where,
            Budget budget) {

        Bytes decode() {
            Runnable goOn = budget::goOn;
            // indices are an int each before they are bytes
            long size = (long) count * stride;
            budget.take(mode.equals("ATTRIBUTES") ? size : size + 4L * count, where);
            try {
                byte[] out =
                        switch (mode) {
                            case "TRIANGLES" ->
                                    MeshoptDecoder.toBytes(
                                            MeshoptDecoder.triangles(stream, count, goOn),
                                            stride,
                                            goOn);
                            case "INDICES" ->
                                    MeshoptDecoder.toBytes(
                                            MeshoptDecoder.indices(stream, count, goOn),
                                            stride,
                                            goOn);
                            default ->
                                    MeshoptAttributes.isVersion1(stream)
                                            ? MeshoptAttributes.decode(stream, count, stride, goOn)
                                            : MeshoptDecoder.attributes(
                                                    stream, count, stride, goOn);
                        };
                switch (filter) {
                    case "OCTAHEDRAL" -> MeshoptDecoder.octahedral(out, stride, goOn);
                    case "QUATERNION" -> MeshoptDecoder.quaternion(out, goOn);
                    case "EXPONENTIAL" -> MeshoptDecoder.exponential(out, goOn);
                    case "COLOR" -> MeshoptAttributes.color(out, stride, goOn);
                    default -> {}
                }
                return Bytes.of(out);
            } catch (MeshoptDecoder.InvalidStream e) {
                throw where.fail("not a valid stream: " + e.getMessage(), e);
            }
        }
    }

    private static final class View {
        private final JsonView where;
        private final int stride;
        private final Compressed compressed;
        private Bytes bytes;

        View(JsonView where, int stride, Bytes bytes, Compressed compressed) {
            this.where = where;
            this.stride = stride;
            this.bytes = bytes;
            this.compressed = compressed;
        }

        synchronized Bytes bytes() {
            if (bytes == null) {
                if (compressed == null) {
                    throw where.fail("its buffer has no data");
                }
                bytes = compressed.decode();
            }
            return bytes;
        }
    }
}
