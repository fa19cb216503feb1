package dev.azulejo.cli;

import dev.azulejo.core.options.Fine;

import java.util.List;

/** The --fine option: how triangles come to their tiles, then settings. */
final class FineOption {
    /** What --fine takes. */
    static final String DESCRIPTION =
            "How triangles are sorted into tiles: lists (default), or batches as published for"
                    + " chiplets; then, after commas: primitives=N of a batch, 1..65536 (1024);"
                    + " states=N, draw states of a batch, 1..256 (16).";

    private FineOption() {}

    static Fine parse(List<String> words) {
        var fine =
                switch (words.getFirst()) {
                    case "lists" -> Fine.LISTS;
                    case "batches" -> Fine.batches(Fine.LISTS.primitives(), Fine.LISTS.states());
                    default -> throw wrong(words.getFirst(), "lists or batches");
                };
        for (String word : words.subList(1, words.size())) {
            if (!fine.batched()) {
                throw wrong(word, "nothing after 'lists'");
            }
            try {
                fine = with(fine, word);
            } catch (NumberFormatException e) {
                throw wrong(word, "a whole number");
            } catch (IllegalArgumentException e) {
                throw CoreOptions.refused(e);
            }
        }
        return fine;
    }

    private static Fine with(Fine fine, String word) {
        boolean primitives = word.startsWith("primitives=");
        if (!primitives && !word.startsWith("states=")) {
            throw wrong(word, "primitives=N or states=N");
        }
        int value = Integer.parseInt(word.substring(word.indexOf('=') + 1));
        return primitives
                ? Fine.batches(value, fine.states())
                : Fine.batches(fine.primitives(), value);
    }

    /**
     * Refuses what would have no effect where a batch is a sorting window: of two bounds the
     * smaller one holds.
     *
     * @param words what the option says
     * @param fine what that means
     * @param window triangles of a sorting window
     */
    static void checkForWindows(List<String> words, Fine fine, int window) {
        if (!fine.batched()) {
            return;
        }
        if (window >= fine.primitives()) {
            throw new UserException(
                    "--window=%d would have no effect with --fine=batches,primitives=%d: a batch is a sorting window"
                            .formatted(window, fine.primitives()));
        }
        if (words.stream().anyMatch(word -> word.startsWith("primitives="))) {
            throw new UserException(
                    "--fine: primitives=%d would have no effect with --window=%d: a batch ends with its window"
                            .formatted(fine.primitives(), window));
        }
    }

    /** How it is written on the command line. */
    static String text(Fine fine) {
        return fine.batched()
                ? "batches,primitives=%d,states=%d".formatted(fine.primitives(), fine.states())
                : "lists";
    }

    private static UserException wrong(String word, String expected) {
        return new UserException("--fine=%s: expected %s".formatted(word, expected));
    }
}
