package dev.azulejo.core.timeline;

import dev.azulejo.core.timeline.CooperationModel.Order;
import dev.azulejo.core.timeline.ScreenPattern.Cell;
import dev.azulejo.core.timeline.Span.Kind;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The examples by which pretesting against interleaved regions was published (Sony Interactive
 * Entertainment), played with the policies that decide here. Who needs what, and how work is dealt,
 * is as published; how many ticks things take is ours.
 */
public final class PublishedFigures {
    private static final int GPUS = 4;
    private static final int COLUMNS = 2;

    /** Columns a tick where names are to be followed by what is done in one tick. */
    private static final int WIDE = 3;

    private static final int CHUNKS = 15;
    private static final int BUSY_PIECES = 20;

    private static final List<List<Cell>> OBJECTS =
            List.of(
                    List.of(new Cell(1, 0)),
                    List.of(new Cell(0, 1), new Cell(1, 1)),
                    List.of(new Cell(2, 0), new Cell(3, 0), new Cell(3, 1)),
                    List.of(new Cell(3, 2), new Cell(2, 3), new Cell(3, 3)));

    private PublishedFigures() {}

    /** Returns all of them, and those of {@link ChipletFigures}. */
    public static List<Figure> all() {
        var all =
                new ArrayList<>(
                        List.of(objectsFigure(), chunksFigure(), dealingFigure(), balanceFigure()));
        all.addAll(ChipletFigures.all());
        return List.copyOf(all);
    }

    /** Four objects on an interleaved screen. */
    static CooperationModel objects() {
        var pieces = new ArrayList<ModelPiece>();
        for (int object = 0; object < OBJECTS.size(); object++) {
            long owners = ScreenPattern.owners(OBJECTS.get(object));
            pieces.add(new ModelPiece(Integer.toString(object), 1, 3, 1, owners));
        }
        return new CooperationModel(GPUS, pieces);
    }

    /** An object cut into chunks a to f, of which A needs the first five and B the last three. */
    static CooperationModel chunks() {
        var pieces = new ArrayList<ModelPiece>();
        for (char name = 'a'; name <= 'f'; name++) {
            long touches = (name <= 'e' ? 1 : 0) | (name >= 'd' ? 2 : 0);
            pieces.add(new ModelPiece(String.valueOf(name), 1, 4, 1, touches));
        }
        return new CooperationModel(2, pieces);
    }

    /** Chunks a to o, each needed by one of four GPUs. */
    static CooperationModel dealing() {
        return new CooperationModel(GPUS, lettered(CHUNKS, i -> 1L << (i + 2) % GPUS, 2));
    }

    /** A frame in which GPU B has less to render than the others. */
    static CooperationModel balance() {
        return new CooperationModel(GPUS, lettered(BUSY_PIECES, PublishedFigures::busy, 1));
    }

    /** A and C take turns, D needs every other pair, B the third of every three. */
    private static long busy(int piece) {
        long touches = piece % 2 == 0 ? 1 : 4;
        touches |= piece % 4 < 2 ? 8 : 0;
        touches |= piece % 3 == 2 ? 2 : 0;
        return touches;
    }

    private static List<ModelPiece> lettered(
            int count, IntToLongFunction touches, long geometryTicks) {
        return IntStream.range(0, count)
                .mapToObj(
                        i -> new ModelPiece(letter(i), 1, geometryTicks, 0, touches.applyAsLong(i)))
                .toList();
    }

    private static String letter(int i) {
        return String.valueOf((char) ('a' + i));
    }

    private static Figure objectsFigure() {
        var lines = new ArrayList<>(ScreenPattern.draw(OBJECTS));
        lines.add("");
        var model = objects();
        for (var piece : model.pieces()) {
            lines.add("object %s is needed by %s".formatted(piece.name(), names(piece.touches())));
        }
        lines.add("");
        var before = model.order(Order.WITHOUT_PRETEST).play();
        lines.add("Without pretest every GPU processes every object: " + summary(before));
        draw(before, WIDE, lines);
        lines.add("");
        var after = model.order(Order.SECTIONS).play();
        lines.add("With pretest, an object each: " + summary(after));
        draw(after, WIDE, lines);
        return new Figure("objects", "Four objects on an interleaved A-B/C-D screen", lines);
    }

    private static Figure chunksFigure() {
        var lines = new ArrayList<String>();
        var model = chunks();
        var whole = model.order(Order.WITHOUT_PRETEST).play();
        lines.add("As a whole it touches both GPUs, which process all of it: " + summary(whole));
        draw(whole, COLUMNS, lines);
        lines.add("");
        var cut = model.order(Order.SECTIONS).play();
        lines.add("In chunks, pretested in turns: " + summary(cut));
        draw(cut, COLUMNS, lines);
        for (int gpu = 0; gpu < cut.gpus(); gpu++) {
            lines.add(
                    "GPU %s renders %s"
                            .formatted(Timeline.name(gpu), list(cut.pieces(gpu, Kind.RENDER))));
        }
        return new Figure("chunks", "An object cut into chunks a to f, for two GPUs", lines);
    }

    private static Figure dealingFigure() {
        var lines = new ArrayList<String>();
        var model = dealing();
        deal("Evenly", model.play(), lines);
        lines.add("");
        deal("GPU B takes twice as many", model.weights(1, 2, 1, 1).play(), lines);
        lines.add("");
        deal("GPU D takes none", model.weights(1, 1, 1, 0).play(), lines);
        return new Figure("dealing", "15 chunks a to o, dealt to four GPUs for pretests", lines);
    }

    private static void deal(String how, Timeline frame, List<String> lines) {
        lines.add(how + ": " + testers(frame));
        draw(frame, COLUMNS, lines);
        for (int gpu = 0; gpu < frame.gpus(); gpu++) {
            var pieces = frame.pieces(gpu, Kind.PRETEST);
            lines.add(
                    "GPU %s pretests %d: %s"
                            .formatted(Timeline.name(gpu), pieces.size(), list(pieces)));
        }
    }

    /** Returns who pretests each piece, in the order of their names. */
    private static String testers(Timeline frame) {
        return frame.spans().stream()
                .filter(span -> span.kind() == Kind.PRETEST)
                .sorted((a, b) -> a.piece().compareTo(b.piece()))
                .map(span -> Timeline.name(span.gpu()))
                .collect(Collectors.joining(" "));
    }

    private static Figure balanceFigure() {
        var lines = new ArrayList<String>();
        var model = balance();
        var previous = model.play();
        lines.add("Previous frame, dealt evenly: " + shares(previous));
        draw(previous, WIDE, lines);
        lines.add("");
        int[] weights = model.learn(previous);
        lines.add("Turns in the next frame: " + Arrays.toString(weights));
        var next = model.play();
        lines.add("Next frame: " + shares(next));
        draw(next, WIDE, lines);
        return new Figure(
                "balance", "GPU B idles, and gets twice the pretest work in the next frame", lines);
    }

    private static String shares(Timeline frame) {
        return "pretests %s, done at %s"
                .formatted(
                        eachGpu(frame, gpu -> frame.count(gpu, Kind.PRETEST)),
                        eachGpu(frame, frame::end));
    }

    private static String eachGpu(Timeline frame, IntToLongFunction number) {
        return IntStream.range(0, frame.gpus())
                .mapToObj(gpu -> Long.toString(number.applyAsLong(gpu)))
                .collect(Collectors.joining(" "));
    }

    private static String summary(Timeline frame) {
        int needed = frame.count(Kind.RENDER);
        int nothing = frame.count(Kind.FOR_NOTHING);
        return "geometry %d times, %d for nothing; done at %d"
                .formatted(needed + nothing, nothing, frame.end());
    }

    private static void draw(Timeline frame, int columns, List<String> lines) {
        AsciiTimeline.draw(frame, columns).lines().forEach(lines::add);
    }

    private static String names(long gpus) {
        return IntStream.range(0, Long.SIZE)
                .filter(gpu -> (gpus >>> gpu & 1) != 0)
                .mapToObj(Timeline::name)
                .collect(Collectors.joining(", "));
    }

    private static String list(List<String> pieces) {
        return pieces.isEmpty() ? "-" : String.join(" ", pieces);
    }
}
