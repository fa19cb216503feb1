package dev.azulejo.core.timeline;

import java.util.Arrays;

/**
 * Draws a timeline with characters, a line a GPU. Each span begins with the name of its piece; what
 * follows says what is done: {@code ?} pretest, {@code #} rendering, {@code x} geometry for
 * nothing, {@code .} idle.
 */
public final class AsciiTimeline {
    /** What the characters mean, one line. */
    public static final String LEGEND = "? pretest   # rendering   x geometry for nothing   . idle";

    private static final int LABEL = 8;
    private static final int TICKS_A_MARK = 5;

    private AsciiTimeline() {}

    /**
     * Draws a timeline.
     *
     * @param columns characters a tick, 1 and up; the names of pieces should fit into the shortest
     *     span
     * @return lines, each ended by a line feed
     */
    public static String draw(Timeline timeline, int columns) {
        int width = Math.toIntExact(timeline.end()) * columns;
        var text = new StringBuilder(scale(timeline, columns));
        for (int gpu = 0; gpu < timeline.gpus(); gpu++) {
            var line = new char[width];
            Arrays.fill(line, '.');
            for (var span : timeline.spans()) {
                if (span.gpu() == gpu) {
                    draw(span, columns, line);
                }
            }
            text.append(label("GPU " + Timeline.name(gpu))).append(line).append('\n');
        }
        return text.toString();
    }

    private static void draw(Span span, int columns, char[] line) {
        int from = (int) span.from() * columns;
        int to = (int) span.to() * columns;
        Arrays.fill(line, from, to, fill(span.kind()));
        String name = span.piece();
        name.getChars(0, Math.min(name.length(), to - from), line, from);
    }

    private static char fill(Span.Kind kind) {
        return switch (kind) {
            case PRETEST -> '?';
            case RENDER -> '#';
            case FOR_NOTHING -> 'x';
        };
    }

    private static String scale(Timeline timeline, int columns) {
        var line = new StringBuilder(label("ticks"));
        for (long tick = 0; tick <= timeline.end(); tick += TICKS_A_MARK) {
            while (line.length() < LABEL + tick * columns) {
                line.append(' ');
            }
            line.append(tick);
        }
        return line.append('\n').toString();
    }

    private static String label(String text) {
        return text + " ".repeat(Math.max(1, LABEL - text.length()));
    }
}
