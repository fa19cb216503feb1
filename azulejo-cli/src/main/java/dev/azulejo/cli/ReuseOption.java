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
                    + " blocks; then, after commas: hash=universal, exact, crc32c or xor; copy (not"
                    + " ping-pong); region=X:Y:WIDTH:HEIGHT, pixels whose tiles are compared;"
                    + " no-shortcut (unchanged frames are compared as well); no-partial (draw calls"
                    + " that did not change are processed as well); limits primitives=N a tile,"
                    + " draws=N, memory=N megabytes. For tiles and auto: detail=tile or primitive;"
                    + " programs (compared first). For blocks: parts=N of a block, part-size=N"
                    + " triangles each; renumbered (masks are not compared); limit blocks=N.";

    private Reuse reuse;

    private Reuse.Tiles tiles = Reuse.Tiles.DEFAULT;
    private Reuse.Blocks blocks = Reuse.Blocks.DEFAULT;

    /** The last words that say something about one way only; null if there are none. */
    private String ofTiles;

    private String ofBlocks;

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
                throw range ? CoreOptions.refused(e) : wrong(word, "a setting that --help lists");
            }
        }
        option.refuseWithoutEffect(words);
        return option.reuse.withWay(
                switch (option.reuse.way()) {
                    case Reuse.Tiles _ -> option.tiles;
                    case Reuse.Blocks _ -> option.blocks;
                });
    }

    /** What would be read and change nothing is a mistake. */
    private void refuseWithoutEffect(List<String> words) {
        if (reuse.mode() == Reuse.Mode.OFF && words.size() > 1) {
            throw none(words.getLast(), "nothing is compared when it is off");
        }
        if (reuse.way() instanceof Reuse.Tiles) {
            if (ofBlocks != null) {
                throw none(ofBlocks, "it is about 'blocks' only");
            }
            boolean raw = reuse.hash() == Reuse.Hash.EXACT;
            if (raw && tiles.detail() == Reuse.Detail.PRIMITIVE) {
                throw none("detail=primitive", "with hash=exact there are no hashes of primitives");
            }
        } else {
            if (ofTiles != null) {
                throw none(ofTiles, "it is about 'tiles' and 'auto' only");
            }
            if (blocks.partTriangles() > 0 && blocks.parts() == 1) {
                throw none(ofBlocks, "a part size needs parts=2 or more");
            }
        }
    }

    private static UserException none(String word, String why) {
        return new UserException("--reuse: '%s' would have no effect: %s".formatted(word, why));
    }

    /**
     * Refuses what would have no effect where nothing is rendered twice into one target.
     *
     * @param words what the option says
     * @param reuse what that means
     * @param why nothing is
     */
    static void checkForOnce(List<String> words, Reuse reuse, String why) {
        if (reuse.mode() != Reuse.Mode.OFF) {
            throw none(String.join(",", words), why);
        }
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
            case "programs" -> {
                tiles = tiles.withShaderIds(true);
                ofTiles = word;
            }
            case "copy" -> reuse = reuse.withStorage(Reuse.Storage.COPY);
            case "renumbered" -> {
                blocks = blocks.withMasks(false);
                ofBlocks = word;
            }
            case "no-shortcut" -> reuse = reuse.withUnchanged(false);
            case "no-partial" -> reuse = reuse.withPartial(false);
            default -> throw new IllegalArgumentException(word);
        }
    }

    private void take(String key, String value) {
        switch (key) {
            case "detail" -> ofTiles = key + "=" + value;
            case "parts", "part-size", "blocks" -> ofBlocks = key + "=" + value;
            default -> {}
        }
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
