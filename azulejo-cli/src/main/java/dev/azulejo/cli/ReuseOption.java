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

    private Reuse reuse;

    // Settings of both ways are taken and checked; those of the other one mean nothing.
    private Reuse.Tiles tiles = Reuse.Tiles.DEFAULT;
    private Reuse.Blocks blocks = Reuse.Blocks.DEFAULT;

    private ReuseOption(Reuse mode) {
        reuse = mode;
    }

    static Reuse parse(List<String> words) {
        var option =
                new ReuseOption(
                        switch (words.getFirst()) {
                            case "auto" -> Reuse.AUTO;
                            case "off" -> Reuse.OFF;
                            case "tiles" -> Reuse.TILES;
                            case "blocks" -> Reuse.BLOCKS;
                            default -> throw wrong(words.getFirst(), "auto, off, tiles or blocks");
                        });
        for (String word : words.subList(1, words.size())) {
            try {
                option.take(word);
            } catch (IllegalArgumentException e) {
                boolean range = e.getMessage() != null && e.getMessage().startsWith("reuse.");
                throw range
                        ? new UserException("--reuse: " + e.getMessage())
                        : wrong(word, "a setting that --help lists");
            }
        }
        return option.reuse.withWay(
                switch (option.reuse.way()) {
                    case Reuse.Tiles _ -> option.tiles;
                    case Reuse.Blocks _ -> option.blocks;
                });
    }

    /** How a way is written on the command line. */
    static String text(Reuse.Way way) {
        return switch (way) {
            case Reuse.Tiles _ -> "tiles";
            case Reuse.Blocks _ -> "blocks";
        };
    }

    private static UserException wrong(String word, String expected) {
        return new UserException("--reuse: '%s' is not %s".formatted(word, expected));
    }

    private void take(String word) {
        int equals = word.indexOf('=');
        if (equals >= 0) {
            take(word.substring(0, equals), word.substring(equals + 1));
            return;
        }
        switch (word) {
            case "programs" -> tiles = tiles.withShaderIds(true);
            case "copy" -> reuse = reuse.withStorage(Reuse.Storage.COPY);
            case "renumbered" -> blocks = blocks.withMasks(false);
            case "no-shortcut" -> reuse = reuse.withUnchanged(false);
            case "no-partial" -> reuse = reuse.withPartial(false);
            default -> throw new IllegalArgumentException(word);
        }
    }

    private void take(String key, String value) {
        switch (key) {
            case "hash" -> reuse = reuse.withHash(constant(Reuse.Hash.class, value));
            case "detail" -> tiles = tiles.withDetail(constant(Reuse.Detail.class, value));
            case "parts" -> blocks = blocks.withParts(Integer.parseInt(value));
            case "part-size" -> blocks = blocks.withPartTriangles(Integer.parseInt(value));
            case "region" -> reuse = reuse.withRegion(region(value));
            case "memory" -> reuse = reuse.withMegabytes(Integer.parseInt(value));
            case "primitives" -> reuse = reuse.withTilePrimitives(Integer.parseInt(value));
            case "draws" -> reuse = reuse.withDraws(Integer.parseInt(value));
            case "blocks" -> blocks = blocks.withBlocks(Integer.parseInt(value));
            default -> throw new IllegalArgumentException(key);
        }
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String value) {
        return Enum.valueOf(type, value.toUpperCase(Locale.ROOT));
    }

    private static Scissor region(String text) {
        int[] values = Arrays.stream(text.split(":", -1)).mapToInt(Integer::parseInt).toArray();
        if (values.length != 4) {
            throw new IllegalArgumentException(text);
        }
        return new Scissor(values[0], values[1], values[2], values[3]);
    }
}
