package dev.azulejo.serve.session;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.serve.message.ClientMessage;
import dev.azulejo.serve.picture.FrameEncoder;

import java.util.ArrayDeque;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutorService;

/**
 * Somebody who looks at a scene: where from, what has been sent, and what is to be sent next. While
 * something moves, pictures are as large as comes through in time, and never more than two are on
 * their way: what would be late is not rendered. At rest the picture is sent in full size and
 * sharpened until the client has every byte of it.
 *
 * <p>Threads: messages from any; {@link #paint} from one at a time. It is told the time.
 */
public final class Viewer implements AutoCloseable {
    /** Nothing is to be painted before something happens. */
    static final long NEVER = Long.MAX_VALUE;

    /** Nothing moves there, or it is not known yet which step is right. */
    static final int NO_STEP = -1;

    /** So long after the last movement somebody is no longer one of those who share the machine. */
    private static final long MOVES_NS = 2_000_000_000L;

    /** Pictures that may be on their way. */
    static final int UNDER_WAY = 2;

    /** So long after the last movement it rests. */
    static final long REST_NS = 180_000_000L;

    /** Between two pictures that differ in where the pointer is alone. */
    private static final long POINTER_NS = 50_000_000L;

    /** Between two messages on how it goes. */
    private static final long TELL_NS = 250_000_000L;

    /** A picture that nobody has said to have shown for so long is not waited for any more. */
    private static final long LOST_NS = 5_000_000_000L;

    /** One that has been on its way for so long is too much for the line, whenever it is shown. */
    private static final long LATE_NS = 1_000_000_000L;

    /** How soon it is looked whether what went before has gone out. */
    private static final long BUSY_NS = 5_000_000L;

    /** Pictures that are not waited for any more, but still measured if they are shown. */
    private static final int MOST_LOST = 16;

    /** Tiles that are sharpened at a time: some before it is known how fast they come through. */
    private static final int FEWEST_SHARPENED = 64;

    private static final int MOST_SHARPENED = 1600;

    /** So many turns one after the other that come to nothing end the session. */
    static final int MOST_FAILURES = 4;

    /** What a sharpened tile takes, about. */
    private static final int SHARPENED_BYTES = 500;

    private static final System.Logger LOG = System.getLogger(Viewer.class.getName());

    private final SceneStore store;
    private final ScenePainter painter;
    private final FrameEncoder encoder;
    private final RateControl rate = new RateControl();
    private final FairTurns.Share share = new FairTurns.Share();
    private final Budget budget;
    private final Told told;
    private final ArrayDeque<Sent> underWay = new ArrayDeque<>();
    private final ArrayDeque<Sent> lost = new ArrayDeque<>();

    /** The last picture that counted as late before it was shown. */
    private int late;

    private SessionState state;

    /** The last one that could be painted. */
    private SessionState good;

    private Outlet outlet;
    private long leftNs;
    private int width = 640;
    private int height = 360;
    private int frame;
    private int input;

    /** When the first input came that no picture shows; {@link #NEVER} without. */
    private long inputNs = NEVER;

    /** Ways of the pointer since the last picture: turning, panning, and nearer or further. */
    private double pendingX;

    private double pendingY;
    private double pendingRight;
    private double pendingDown;
    private double pendingZoom = 1;

    private ClientMessage.Focus focus;
    private ClientMessage.Pointer pointer;

    /** Whether the pointer, or what is told of what it is over, has changed. */
    private boolean pointed;

    private boolean changed = true;

    /** Whether whoever is there has nothing of what was sent before. */
    private boolean fresh = true;

    /** Ends a picture at rest that is being painted; null while none is. */
    private Cancellation resting;

    private boolean rested;

    /** Whether whoever is there looks at something else. */
    private boolean unseen;

    private boolean owners;
    private boolean timeline;

    /** What was told last of what the pointer is over. */
    private String over = "";

    private int failures;
    private long movedNs;
    private long paintedNs;
    private long toldNs;
    private long tickedNs;
    private long shownNs;
    private long leastWayNs = NEVER;

    /**
     * A picture that is on its way.
     *
     * @param dueNs since when it could have been painted: the wait between two is not lateness
     */
    private record Sent(int number, long bytes, long sentNs, long dueNs, boolean moving) {}

    /**
     * Makes one.
     *
     * @param store what there is to look at
     * @param threads of each device
     * @param kernels which twins run
     * @param helpers encode
     * @param budget of memory that its pictures are in
     * @param nowNs the time
     */
    Viewer(
            SceneStore store,
            int threads,
            Kernels kernels,
            ExecutorService helpers,
            Budget budget,
            long nowNs) {
        this.store = store;
        this.budget = budget;
        painter = new ScenePainter(store, threads, kernels, budget);
        encoder = new FrameEncoder(helpers);
        told = new Told(store);
        state = SessionState.of(store.scenes().getFirst().name());
        good = state;
        leftNs = nowNs;
    }

    FairTurns.Share share() {
        return share;
    }

    /** For tests: how much memory its pictures take. */
    long keptBytes() {
        return painter.keptBytes();
    }

    /** Returns what the viewer looks at. */
    public synchronized SessionState state() {
        return state;
    }

    /** Returns since when nobody is there; {@link #NEVER} while somebody is. */
    synchronized long leftNs() {
        return outlet == null ? leftNs : NEVER;
    }

    /**
     * Somebody is there, maybe again; whoever was before is sent away.
     *
     * @param id what the session is called
     */
    synchronized void join(Outlet newOutlet, String id, int newWidth, int newHeight, long nowNs) {
        if (outlet != null) {
            outlet.end("the session goes on elsewhere");
        }
        outlet = newOutlet;
        fresh = true;
        unseen = false;
        underWay.clear();
        lost.clear();
        changed = true;
        rested = false;
        movedNs = nowNs - REST_NS;
        toldNs = 0;
        over = told.over(null);
        outlet.text(told.welcome(id, state));
        resize(newWidth, newHeight);
    }

    /** A connection has ended; of no matter if another one has taken its place. */
    synchronized void leave(Outlet who, long nowNs) {
        if (outlet == who) {
            outlet = null;
            leftNs = nowNs;
        }
    }

    private void resize(int newWidth, int newHeight) {
        double scale =
                Math.min(
                        1,
                        Math.sqrt(
                                (double) budget.limits().pixels()
                                        / ((double) newWidth * newHeight)));
        width = Math.max(16, (int) (newWidth * scale));
        height = Math.max(16, (int) (newHeight * scale));
        try {
            budget.check(state, width, height);
        } catch (IllegalArgumentException e) {
            // The window is what it is
            outlet.text(told.refused(e.getMessage()));
            state = state.with(SessionState.Look.DEFAULT).with(GpuSettings.DEFAULT);
            good = state;
            outlet.text(told.state(state));
        }
    }

    /**
     * Takes a message of whoever is there.
     *
     * @param nowNs the time
     */
    synchronized void take(ClientMessage message, long nowNs) {
        if (outlet == null) {
            // Said before its end was heard of
            return;
        }
        switch (message) {
            case ClientMessage.Drag drag -> {
                moved(drag.input(), nowNs);
                pendingX += drag.pans() ? 0 : drag.x();
                pendingY += drag.pans() ? 0 : drag.y();
                pendingRight += drag.pans() ? drag.x() : 0;
                pendingDown += drag.pans() ? drag.y() : 0;
            }
            case ClientMessage.Zoom zoom -> {
                moved(zoom.input(), nowNs);
                pendingZoom = Math.clamp(pendingZoom * zoom.factor(), 1e-3, 1e3);
            }
            case ClientMessage.Focus place -> {
                moved(place.input(), nowNs);
                focus = place;
            }
            case ClientMessage.Pointer place -> {
                pointed |= pointer == null || !isThere(place, pointer);
                pointer = place;
                input = place.input();
                if (pointed && inputNs == NEVER) {
                    inputNs = nowNs;
                }
            }
            case ClientMessage.Resize size -> {
                resize(size.width(), size.height());
                moved(input, nowNs);
            }
            case ClientMessage.Set set -> set(set, nowNs);
            case ClientMessage.Shown shown -> shown(shown, nowNs);
            case ClientMessage.Watch watch -> {
                owners = watch.owners();
                timeline = watch.timeline();
                toldNs = 0;
                moved(input, nowNs);
            }
            case ClientMessage.Export _ ->
                    outlet.text(
                            told.exported(
                                    Base64.getUrlEncoder()
                                            .withoutPadding()
                                            .encodeToString(StateCodec.encode(state))));
            case ClientMessage.Import brought -> bring(brought.state(), nowNs);
            case ClientMessage.Sight sight -> {
                unseen = !sight.seen();
                // An animation goes on from where it was seen last
                tickedNs = 0;
                if (unseen && resting != null) {
                    resting.cancel();
                }
            }
            case ClientMessage.Alive _, ClientMessage.Hello _ -> {}
        }
    }

    /** Whether two say the same of where the pointer is. */
    private static boolean isThere(ClientMessage.Pointer a, ClientMessage.Pointer b) {
        return a.over() == b.over() && (!a.over() || a.x() == b.x() && a.y() == b.y());
    }

    private void moved(int number, long nowNs) {
        input = number;
        if (inputNs == NEVER) {
            inputNs = nowNs;
        }
        movedNs = nowNs;
        changed = true;
        rested = false;
        if (resting != null) {
            // With all its samples it may take long, and nobody wants it any more
            resting.cancel();
        }
    }

    private void set(ClientMessage.Set set, long nowNs) {
        try {
            var wanted = Settings.with(state, set.what(), set.value(), store);
            check(wanted);
            state = wanted;
        } catch (IllegalArgumentException e) {
            outlet.text(told.refused(e.getMessage()));
        }
        moved(set.input(), nowNs);
        outlet.text(told.state(state));
    }

    private void check(SessionState wanted) {
        store.check(wanted);
        budget.check(wanted, width, height);
    }

    private void bring(byte[] bytes, long nowNs) {
        try {
            var wanted = StateCodec.decode(bytes);
            check(wanted);
            state = wanted;
            moved(input, nowNs);
            outlet.text(told.state(state));
        } catch (IllegalArgumentException e) {
            outlet.text(told.refused(e.getMessage()));
        }
    }

    private void shown(ClientMessage.Shown shown, long nowNs) {
        Sent found = null;
        for (var on : List.of(lost, underWay)) {
            while (!on.isEmpty() && on.peek().number - shown.frame() <= 0) {
                found = on.poll();
            }
        }
        if (found == null || found.number != shown.frame()) {
            return;
        }
        long decodedNs = shown.decodeMicros() * 1000L;
        long wayNs = Math.max(0, nowNs - found.sentNs - decodedNs);
        leastWayNs = Math.min(leastWayNs, wayNs);
        long from = Math.max(found.sentNs, shownNs);
        rate.transferred(found.bytes, Math.max(1_000, nowNs - from - decodedNs - leastWayNs));
        shownNs = nowNs;
        if (found.moving) {
            // The way there and back is not ours to shorten
            rate.moved(found.bytes, nowNs - found.dueNs - leastWayNs, nowNs);
        }
    }

    /** Whether an animation goes on. */
    private boolean plays() {
        return state.animation() >= 0 && state.playing();
    }

    /** Returns when the next picture is due; {@link #NEVER} if none is. */
    synchronized long dueNs(long nowNs) {
        sinkIfLate(nowNs);
        while (!underWay.isEmpty() && nowNs - underWay.peek().sentNs > LOST_NS) {
            lost.add(underWay.poll());
            if (lost.size() > MOST_LOST) {
                lost.poll();
            }
        }
        if (outlet == null || unseen || underWay.size() >= UNDER_WAY) {
            return NEVER;
        }
        if (outlet.isBusy()) {
            return nowNs + BUSY_NS;
        }
        if (changed || plays()) {
            return paintedNs + rate.intervalNs();
        }
        if (!underWay.isEmpty()) {
            return NEVER;
        }
        if (!rested) {
            return movedNs + REST_NS;
        }
        return pointed ? paintedNs + POINTER_NS : NEVER;
    }

    private void sinkIfLate(long nowNs) {
        if (unseen) {
            // Pages in the background are slow to say what they have shown
            return;
        }
        for (var sent : underWay) {
            long sinceNs = nowNs - sent.sentNs;
            if (sinceNs > LATE_NS && sent.number - late > 0) {
                late = sent.number;
                rate.late(sent.bytes, sinceNs, nowNs);
            }
        }
    }

    /** Whether something moves, or has until lately, and somebody is there to see it. */
    synchronized boolean moves(long nowNs) {
        return outlet != null && !unseen && (plays() || nowNs - movedNs < MOVES_NS);
    }

    /** Returns the step that pictures were found to come through with; {@link #NO_STEP} if none. */
    synchronized int step() {
        return rate.isFound() ? rate.step() : NO_STEP;
    }

    /** As {@link RateControl#among}. */
    synchronized void among(int others, int common, long nowNs) {
        rate.among(others, common, nowNs);
    }

    /** Whether anything is on its way, so that time alone may change what is due. */
    synchronized boolean waits() {
        return outlet != null && !underWay.isEmpty();
    }

    /** What is painted next, as it stood when that began. */
    private record Turn(
            SessionState state,
            int width,
            int height,
            int input,
            long causeNs,
            long dueNs,
            boolean moving,
            ClientMessage.Focus focus,
            ClientMessage.Pointer pointer,
            Watched watched,
            Cancellation wish,
            Outlet to) {}

    /**
     * What is told beside pictures.
     *
     * @param owners who painted what
     * @param timeline who did what when
     */
    record Watched(boolean owners, boolean timeline) {}

    private synchronized Turn begin(long nowNs) {
        if (outlet == null) {
            return null;
        }
        if (fresh) {
            encoder.forget();
            fresh = false;
        }
        boolean moving = changed || plays();
        resting = moving ? null : new Cancellation();
        if (plays()) {
            double length = duration();
            double passed = tickedNs == 0 ? 0 : (nowNs - tickedNs) / 1e9;
            // Who was away for long goes on from where it was
            double seconds = state.seconds() + Math.min(passed, 0.5);
            state = state.at(state.animation(), length > 0 ? seconds % length : 0, true);
            movedNs = nowNs;
        }
        tickedNs = plays() ? nowNs : 0;
        painter.full(width, height);
        applyWays();
        long due = paintedNs + rate.intervalNs();
        long cause = inputNs != NEVER ? inputNs : Math.min(nowNs, due);
        var turn =
                new Turn(
                        state,
                        width,
                        height,
                        input,
                        cause,
                        Math.max(cause, Math.min(nowNs, due)),
                        moving,
                        focus,
                        pointer,
                        new Watched(owners, timeline),
                        moving ? Cancellation.NEVER : resting,
                        outlet);
        changed = false;
        pointed = false;
        focus = null;
        inputNs = NEVER;
        paintedNs = nowNs;
        return turn;
    }

    private float duration() {
        return store.find(state.scene()).scene().animations().get(state.animation()).duration();
    }

    /** Ways of the pointer that came since the last picture, as one. */
    private void applyWays() {
        boolean any =
                pendingX != 0
                        || pendingY != 0
                        || pendingRight != 0
                        || pendingDown != 0
                        || pendingZoom != 1;
        try {
            if (any) {
                var eye = painter.eye(state);
                if (pendingX != 0 || pendingY != 0) {
                    state = eye.turn(state, pendingX, pendingY);
                }
                if (pendingRight != 0 || pendingDown != 0) {
                    state = eye.pan(state, pendingRight, pendingDown);
                }
                if (pendingZoom != 1) {
                    state = eye.zoom(state, pendingZoom);
                }
            }
        } finally {
            forgetWays();
        }
    }

    private void forgetWays() {
        pendingX = 0;
        pendingY = 0;
        pendingRight = 0;
        pendingDown = 0;
        pendingZoom = 1;
    }

    /**
     * Paints and sends what is due.
     *
     * @param clock says what time it is when that is done
     */
    void paint(Clock clock) {
        try {
            var turn = begin(clock.nowNs());
            if (turn != null) {
                paint(turn, clock);
                failures = 0;
            }
        } catch (CancelledException e) {
            // Closed meanwhile, or something moves
            return;
        } catch (SceneException | IllegalArgumentException e) {
            if (e.getCause() instanceof OutOfMemoryError) {
                painter.giveBack();
            }
            fail(e.getMessage(), clock.nowNs());
        } catch (RuntimeException | OutOfMemoryError e) {
            // One of many: the others go on
            LOG.log(System.Logger.Level.ERROR, "a picture could not be painted", e);
            if (e instanceof OutOfMemoryError) {
                painter.giveBack();
            }
            fail("the picture could not be painted: see the server's log", clock.nowNs());
        }
    }

    private synchronized void fail(String why, long nowNs) {
        if (outlet == null) {
            return;
        }
        // What was sorted out for it may not have been sent
        fresh = true;
        paintedNs = nowNs;
        outlet.text(told.refused(why));
        if (++failures >= MOST_FAILURES) {
            outlet.end("the scene cannot be painted");
            outlet = null;
            leftNs = nowNs;
            failures = 0;
            return;
        }
        if (state.equals(good)) {
            // What could be painted cannot be any more: not again and again
            rested = true;
            changed = false;
            return;
        }
        state = good;
        changed = true;
        outlet.text(told.state(state));
    }

    private void paint(Turn turn, Clock clock) {
        var shown = turn.focus == null ? turn.state : focus(turn);
        double scale = turn.moving ? scale() : 1;
        int columns = Math.max(16, (int) Math.round(turn.width * scale));
        int rows = Math.max(16, (int) Math.round(turn.height * scale));
        painter.paint(
                turn.moving ? rough(shown) : shown,
                columns,
                rows,
                turn.watched.timeline,
                turn.wish);
        int[] pixels = painter.pixels();
        boolean sharp = !turn.moving && encoder.isKept(pixels, columns, rows);
        boolean marked = sharp && turn.pointer != null && turn.pointer.over();
        ScenePainter.Pick over = null;
        if (marked) {
            over = painter.pick(shown, turn.pointer.x(), turn.pointer.y());
            if (over != null) {
                int x = (int) (turn.pointer.x() * columns);
                int y = (int) (turn.pointer.y() * rows);
                Marker.draw(pixels, columns, rows, x, y);
            }
        }
        send(turn, shown, new Painted(pixels, columns, rows, over, sharp), clock);
    }

    /**
     * A picture, before it is sent.
     *
     * @param over what the pointer is over; null for nothing
     * @param done whether the client keeps a copy of it, without the pointer
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on once
    private record Painted(
            int[] pixels, int width, int height, ScenePainter.Pick over, boolean done) {}

    private synchronized double scale() {
        return rate.scale();
    }

    /** What is shown while it moves: where time is short, with one sample a pixel. */
    private synchronized SessionState rough(SessionState shown) {
        var look = shown.look();
        return rate.isRough()
                ? shown.with(
                        new SessionState.Look(
                                look.variant(),
                                look.environment(),
                                look.exposure(),
                                1,
                                look.shadows()))
                : shown;
    }

    /** Looks at what was pointed at. */
    private SessionState focus(Turn turn) {
        var eye = painter.eye(turn.state);
        var view = painter.view(turn.state);
        var at = painter.pick(turn.state, turn.focus.x(), turn.focus.y());
        var shown =
                at == null
                        ? eye.all(turn.state)
                        : eye.focus(turn.state, view, turn.focus.x(), turn.focus.y(), at.depth());
        synchronized (this) {
            // What came meanwhile is not forgotten
            if (state.equals(turn.state)) {
                state = shown;
            }
        }
        return shown;
    }

    private void send(Turn turn, SessionState shown, Painted picture, Clock clock) {
        var request = request(turn, shown, picture, clock);
        var made = encoder.encode(picture.pixels, picture.width, picture.height, request);
        long nowNs = clock.nowNs();
        boolean tells = sent(turn, picture, made, nowNs);
        tellOver(turn, told.over(picture.over));
        if (tells) {
            var frameTold =
                    new Told.Frame(picture.width, picture.height, made, rate, nowNs - turn.causeNs);
            turn.to.text(told.frame(painter, shown, frameTold, turn.watched));
        }
    }

    /** Tells what the pointer is over, if that is something else than before. */
    private synchronized void tellOver(Turn turn, String now) {
        if (outlet == turn.to && !now.equals(over)) {
            over = now;
            outlet.text(now);
        }
    }

    private synchronized FrameEncoder.Request request(
            Turn turn, SessionState shown, Painted picture, Clock clock) {
        good = shown;
        return new FrameEncoder.Request(
                ++frame,
                turn.input,
                () -> (int) Math.min(Integer.MAX_VALUE, (clock.nowNs() - turn.causeNs) / 1000),
                rate.quality(),
                turn.moving || picture.done ? 0 : sharpened(),
                !turn.moving && picture.over == null);
    }

    /** Sends a picture, if nobody else is there by now; returns whether to tell how it went. */
    private synchronized boolean sent(
            Turn turn, Painted picture, FrameEncoder.Frame made, long nowNs) {
        if (outlet != turn.to) {
            return false;
        }
        underWay.add(new Sent(frame, made.bytes().length, nowNs, turn.dueNs, turn.moving));
        turn.to.frame(made.bytes());
        boolean before = rested && !turn.moving;
        if (!turn.moving) {
            rested |= picture.done || made.kept();
        }
        // Nothing but the pointer moves where it rested before: nothing new is to be told
        if (!before && (nowNs - toldNs > TELL_NS || rested)) {
            toldNs = nowNs;
            return true;
        }
        return false;
    }

    /** How many tiles come through in a tenth of a second. */
    private int sharpened() {
        long tiles = rate.bytesPerSecond() / 10 / SHARPENED_BYTES;
        return Math.clamp(tiles, FEWEST_SHARPENED, MOST_SHARPENED);
    }

    /** Says goodbye to whoever is there; nothing is painted any more. */
    @Override
    public synchronized void close() {
        if (outlet != null) {
            outlet.end("the session has ended");
            outlet = null;
        }
        painter.close();
    }
}
