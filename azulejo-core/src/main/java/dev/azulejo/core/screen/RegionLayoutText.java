package dev.azulejo.core.screen;

import dev.azulejo.core.screen.RegionLayout.Balanced;
import dev.azulejo.core.screen.RegionLayout.Dynamic;
import dev.azulejo.core.screen.RegionLayout.Given;
import dev.azulejo.core.screen.RegionLayout.Interleaved;
import dev.azulejo.core.screen.RegionLayout.Modulo;
import dev.azulejo.core.screen.RegionLayout.Quadrants;
import dev.azulejo.core.screen.RegionLayout.Random;
import dev.azulejo.core.screen.RegionLayout.Strips;
import dev.azulejo.core.screen.RegionLayout.Uneven;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Layouts as they are written on a command line: a name, then settings after colons.
 *
 * <pre>
 *  strips   quadrants   uneven   uneven:COLUMNS
 *  interleaved:256   interleaved:512x128   balanced:128   random:64:seed=7   modulo:64
 *  given:COLUMN/CUTS:ROW/CUTS:OWNERS/ROW/BY/ROW        given:960:544:0/1/2/3
 *  dynamic   dynamic:LAYOUT, the layout of the first frame
 * </pre>
 */
final class RegionLayoutText {
    private static final String NAMES =
            "strips, quadrants, uneven, interleaved, balanced, random, modulo, given or dynamic";

    private final String text;
    private final String name;

    /** What comes after the name. */
    private final List<String> settings;

    private RegionLayoutText(String layout) {
        text = layout;
        var words = Arrays.asList(layout.split(":", -1));
        name = words.getFirst();
        settings = words.subList(1, words.size());
    }

    static String text(RegionLayout layout) {
        return switch (layout) {
            case Strips() -> "strips";
            case Quadrants() -> "quadrants";
            case Uneven(int columns) -> columns == Uneven.AS_GPUS ? "uneven" : "uneven:" + columns;
            case Interleaved(int width, int height) -> "interleaved:" + size(width, height);
            case Balanced(int width, int height) -> "balanced:" + size(width, height);
            case Random(int width, int height, long seed) ->
                    "random:%s:seed=%d".formatted(size(width, height), seed);
            case Modulo(int side) -> "modulo:" + side;
            case Given(var columnCuts, var rowCuts, var owners) ->
                    "given:%s:%s:%s".formatted(list(columnCuts), list(rowCuts), list(owners));
            case Dynamic(var first) -> "dynamic:" + text(first);
        };
    }

    private static String size(int width, int height) {
        return width == height ? Integer.toString(width) : width + "x" + height;
    }

    private static String list(List<Integer> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining("/"));
    }

    static RegionLayout parse(String text) {
        return new RegionLayoutText(text).layout();
    }

    private RegionLayout layout() {
        return switch (name) {
            case "strips" -> {
                atMost(0);
                yield new Strips();
            }
            case "quadrants" -> {
                atMost(0);
                yield new Quadrants();
            }
            case "uneven" -> uneven();
            case "interleaved" -> {
                int[] size = onlySize();
                yield new Interleaved(size[0], size[1]);
            }
            case "balanced" -> {
                int[] size = onlySize();
                yield new Balanced(size[0], size[1]);
            }
            case "random" -> random();
            case "modulo" -> {
                atMost(1);
                yield new Modulo(
                        settings.isEmpty() ? Modulo.PUBLISHED_SIDE : number(settings.getFirst()));
            }
            case "given" -> given();
            case "dynamic" ->
                    new Dynamic(
                            settings.isEmpty()
                                    ? new Balanced(
                                            RegionLayout.DEFAULT_SIDE, RegionLayout.DEFAULT_SIDE)
                                    : parse(text.substring(name.length() + 1)));
            default -> throw wrong(name, NAMES);
        };
    }

    private Uneven uneven() {
        atMost(1);
        if (settings.isEmpty()) {
            return new Uneven(Uneven.AS_GPUS);
        }
        int columns = number(settings.getFirst());
        if (columns < 1 || columns > RegionMap.MOST_GPUS) {
            throw wrong(settings.getFirst(), "a number of columns in 1.." + RegionMap.MOST_GPUS);
        }
        return new Uneven(columns);
    }

    private Random random() {
        atMost(2);
        int[] size = {RegionLayout.DEFAULT_SIDE, RegionLayout.DEFAULT_SIDE};
        long seed = 1;
        for (int i = 0; i < settings.size(); i++) {
            String word = settings.get(i);
            if (word.startsWith("seed=") && i + 1 == settings.size()) {
                seed = seed(word);
            } else if (i == 0) {
                size = size(word);
            } else {
                throw wrong(word, "seed=N");
            }
        }
        return new Random(size[0], size[1], seed);
    }

    private long seed(String word) {
        try {
            return Long.parseLong(word.substring(word.indexOf('=') + 1));
        } catch (NumberFormatException e) {
            throw wrong(word, "seed=N with a whole number");
        }
    }

    private Given given() {
        if (settings.size() != 3) {
            throw wrong(text, "given:COLUMN/CUTS:ROW/CUTS:OWNERS/ROW/BY/ROW");
        }
        return new Given(
                numbers(settings.get(0)), numbers(settings.get(1)), numbers(settings.get(2)));
    }

    private List<Integer> numbers(String word) {
        return word.isEmpty()
                ? List.of()
                : Arrays.stream(word.split("/", -1)).map(this::number).toList();
    }

    private int[] onlySize() {
        atMost(1);
        return settings.isEmpty()
                ? new int[] {RegionLayout.DEFAULT_SIDE, RegionLayout.DEFAULT_SIDE}
                : size(settings.getFirst());
    }

    private int[] size(String word) {
        if (!word.matches("[0-9]{1,5}(x[0-9]{1,5})?")) {
            throw wrong(word, "a side like 256, or two like 512x128");
        }
        String[] sides = word.split("x");
        return new int[] {number(sides[0]), number(sides[sides.length - 1])};
    }

    private int number(String word) {
        if (!word.matches("[0-9]{1,9}")) {
            throw wrong(word, "a whole number");
        }
        return Integer.parseInt(word);
    }

    private void atMost(int count) {
        if (settings.size() > count) {
            throw new IllegalArgumentException(
                    "regions: '%s' is one setting too many for %s: at most %d"
                            .formatted(settings.get(count), name, count));
        }
    }

    private static IllegalArgumentException wrong(String word, String expected) {
        return new IllegalArgumentException("regions: '%s' is not %s".formatted(word, expected));
    }
}
