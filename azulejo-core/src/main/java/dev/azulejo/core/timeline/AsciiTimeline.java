package dev.azulejo.core.timeline;

import java.util.Arrays;

/**
 * Draws a timeline with characters, a line a GPU. Each span begins with the name of its piece; what
 * follows says what is done: {@code ?} pretest, {@code v} visibility, {@code #} rendering, {@code
 * x} geometry for nothing, {@code .} idle.
 */
public final class AsciiTimeline {
    /** What the characters mean, one line. */
    public static final String LEGEND =
            "? pretest   v visibility   # rendering   x geometry for nothing   . idle";

    /** Columns of a label beyond what it calls a GPU. */
    private static final int LABEL = 5;

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
        return draw(timeline, columns, "GPU");
    }

    /** As {@link #draw(Timeline, int)}; lines begin with what GPUs are called here. */
    public static String draw(Timeline timeline, int columns, String called) {
        int label = called.length() + LABEL;
        int width = Math.toIntExact(timeline.end()) * columns;
        var text = new StringBuilder(scale(timeline, columns, label));
        for (int gpu = 0; gpu < timeline.gpus(); gpu++) {
            var line = new char[width];
            Arrays.fill(line, '.');
            for (var span : timeline.spans()) {
                if (span.gpu() == gpu) {
                    draw(span, columns, line);
                }
            }
            text.append(label(called + " " + Timeline.name(gpu), label)).append(line).append('\n');
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
            case VISIBILITY -> 'v';
        };
    }

    private static String scale(Timeline timeline, int columns, int label) {
        var line = new StringBuilder(label("ticks", label));
        for (long tick = 0; tick <= timeline.end(); tick += TICKS_A_MARK) {
            while (line.length() < label + tick * columns) {
                line.append(' ');
            }
            line.append(tick);
        }
        return line.append('\n').toString();
    }

    private static String label(String text, int width) {
        return text + " ".repeat(Math.max(1, width - text.length()));
    }
}
