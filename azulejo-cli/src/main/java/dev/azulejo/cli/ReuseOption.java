package dev.azulejo.cli;

import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.options.Reuse;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The --reuse option: a mode, then settings. */
final class ReuseOption {
    /** What --reuse takes. */
    static final String DESCRIPTION =
            "Keeps tiles that come out as before: auto (default: where it pays), off, tiles or"
                + " blocks; then, after commas: hash=universal, exact, crc32c or xor; detail=tile"
                + " or primitive; programs (compared first); copy (not ping-pong); parts=N of a"
                + " block, part-size=N triangles each; region=X:Y:WIDTH:HEIGHT, pixels whose tiles"
                + " are compared; renumbered (masks are not compared); no-shortcut (unchanged"
                + " frames are compared as well); no-partial (draw calls that did not change are"
                + " processed as well); limits primitives=N a tile, draws=N, blocks=N, memory=N"
                + " megabytes.";

    private ReuseOption() {}

    static Reuse parse(List<String> words) {
        var reuse =
                switch (words.getFirst()) {
                    case "auto" -> Reuse.AUTO;
                    case "off" -> Reuse.OFF;
                    case "tiles" -> Reuse.TILES;
                    case "blocks" -> Reuse.BLOCKS;
                    default -> throw wrong(words.getFirst(), "auto, off, tiles or blocks");
                };
        for (String word : words.subList(1, words.size())) {
            try {
                reuse = with(reuse, word);
            } catch (IllegalArgumentException e) {
                boolean range = e.getMessage() != null && e.getMessage().startsWith("reuse.");
                throw range
                        ? new UserException("--reuse: " + e.getMessage())
                        : wrong(word, "a setting that --help lists");
            }
        }
        return reuse;
    }

    private static UserException wrong(String word, String expected) {
        return new UserException("--reuse: '%s' is not %s".formatted(word, expected));
    }

    private static Reuse with(Reuse r, String word) {
        int equals = word.indexOf('=');
        String key = equals < 0 ? word : word.substring(0, equals);
        String value = equals < 0 ? "" : word.substring(equals + 1);
        if (equals < 0) {
            return switch (key) {
                case "programs" -> r.withDetail(r.detail(), true);
                case "copy" -> r.withStorage(Reuse.Storage.COPY);
                case "renumbered" -> r.withParts(r.parts(), false);
                case "no-shortcut" -> r.withUnchanged(false);
                case "no-partial" -> r.withPartial(false);
                default -> throw new IllegalArgumentException(word);
            };
        }
        return switch (key) {
            case "hash" -> r.withHash(Reuse.Hash.valueOf(value.toUpperCase(Locale.ROOT)));
            case "detail" ->
                    r.withDetail(
                            Reuse.Detail.valueOf(value.toUpperCase(Locale.ROOT)), r.shaderIds());
            case "parts" -> r.withParts(Integer.parseInt(value), r.masks());
            case "part-size" -> r.withPartTriangles(Integer.parseInt(value));
            case "region" -> r.withRegion(region(value));
            case "memory" -> r.withMegabytes(Integer.parseInt(value));
            case "primitives" -> r.withLimits(Integer.parseInt(value), r.draws(), r.blocks());
            case "draws" -> r.withLimits(r.tilePrimitives(), Integer.parseInt(value), r.blocks());
            case "blocks" -> r.withLimits(r.tilePrimitives(), r.draws(), Integer.parseInt(value));
            default -> throw new IllegalArgumentException(word);
        };
    }

    private static Scissor region(String text) {
        int[] values = Arrays.stream(text.split(":", -1)).mapToInt(Integer::parseInt).toArray();
        if (values.length != 4) {
            throw new IllegalArgumentException(text);
        }
        return new Scissor(values[0], values[1], values[2], values[3]);
    }
}
