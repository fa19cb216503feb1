package dev.azulejo.core.timeline;

import java.util.List;

/**
 * A figure: what it shows, and its lines.
 *
 * @param name a word to ask for it by
 * @param title one line
 * @param lines of text, without line feeds
 */
public record Figure(String name, String title, List<String> lines) {
    /** Copies the list. */
    public Figure {
        lines = List.copyOf(lines);
    }
}
