package dev.azulejo.core.timeline;

import java.util.List;

/**
 * Who did what in a frame, from when to when. Immutable.
 *
 * @param gpus how many
 * @param spans in the order in which they began
 */
public record Timeline(int gpus, List<Span> spans) {
    /** Copies the list. */
    public Timeline {
        spans = List.copyOf(spans);
    }

    /** Returns the name of a GPU: A to Z, then A1 to Z1, and so on. */
    public static String name(int gpu) {
        char letter = (char) ('A' + gpu % 26);
        return gpu < 26 ? String.valueOf(letter) : letter + Integer.toString(gpu / 26);
    }

    /** Returns when the last GPU is done, ticks. */
    public long end() {
        return spans.stream().mapToLong(Span::to).max().orElse(0);
    }

    /** Returns when a GPU is done, ticks. */
    public long end(int gpu) {
        return of(gpu).stream().mapToLong(Span::to).max().orElse(0);
    }

    /** Returns how long a GPU has nothing to do until all are done, ticks. */
    public long idle(int gpu) {
        return end() - end(gpu);
    }

    /** Returns how long a GPU did something, ticks. */
    public long ticks(int gpu, Span.Kind kind) {
        return of(gpu).stream().filter(s -> s.kind() == kind).mapToLong(Span::ticks).sum();
    }

    /** Returns how many pieces a GPU did something with. */
    public int count(int gpu, Span.Kind kind) {
        return pieces(gpu, kind).size();
    }

    /** Returns how many times any GPU did something with a piece. */
    public int count(Span.Kind kind) {
        return (int) spans.stream().filter(s -> s.kind() == kind).count();
    }

    /** Returns the pieces that a GPU did something with, in its order. */
    public List<String> pieces(int gpu, Span.Kind kind) {
        return of(gpu).stream().filter(s -> s.kind() == kind).map(Span::piece).toList();
    }

    private List<Span> of(int gpu) {
        return spans.stream().filter(span -> span.gpu() == gpu).toList();
    }
}
