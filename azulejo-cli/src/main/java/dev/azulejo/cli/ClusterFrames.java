package dev.azulejo.cli;

import dev.azulejo.cluster.engine.EngineException;
import dev.azulejo.cluster.message.ByteReader;
import dev.azulejo.cluster.message.CodecException;
import dev.azulejo.cluster.work.Coordinator;
import dev.azulejo.cluster.work.Ticket;
import dev.azulejo.cluster.work.WorkFile;
import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.scene.image.AnimationEncoder;
import dev.azulejo.scene.image.StraightAlpha;

import me.tongfei.progressbar.ProgressBar;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Has the workers of a cluster render one picture, or those of a sequence, in parts, puts the parts
 * together, and writes what one process would write. Parts of the next picture are handed in before
 * those of one have come. Where nothing of a picture can be kept for the next, and workers are many
 * enough that each part of a picture costs more than its share, whole pictures are shared out.
 *
 * <p>Threads: that of the command.
 */
final class ClusterFrames {
    /** Pictures that are handed in beyond the one that is waited for. */
    private static final int AHEAD = 1;

    /**
     * Parts of one picture for each worker that answers at the beginning, and at least: they are
     * what can be given to who joins, or again when somebody is lost. Those of several are for who
     * is there when they are handed in.
     */
    private static final int PARTS_EACH = 4;

    private static final int LEAST_PARTS = 8;

    /**
     * From so many workers on whole pictures are shared out, if nothing else is said. Two take as
     * long with parts (measured), and one picture is there sooner.
     */
    private static final int WORKERS_OF_WHOLE = 3;

    /** So many pictures for each worker at least: with few, some would have none at the end. */
    private static final int WHOLE_EACH = 2;

    /** Whole pictures that are under way have no more pixels than that, bytes. */
    private static final long MOST_AHEAD = 1L << 28;

    /** Pixels of a part: a picture has so many parts that there are hardly more, bytes. */
    private static final long LARGE_PART = PartPixels.LARGEST / 8;

    /** How often a part is rendered again, if what came is none. */
    private static final int TRIES = 3;

    /** Warnings and notes that are told, whoever sends them; those beyond are not. */
    private static final int MOST_TOLD = 10_000;

    private static final int MOST_TOLD_CHARS = 1 << 23;

    private final RenderCommand command;
    private final String model;
    private final Set<String> told = new HashSet<>();
    private long toldChars;
    private final Map<Integer, HandedIn> handedIn = new HashMap<>();

    private FrameJournal journal;

    /** Numbers of the pictures to be made; the first alone as long as nobody knows how many. */
    private int[] left;

    /** How many pictures the sequence has; 0 as long as nobody knows. */
    private int count;

    /** The place, in what is left, of the first picture that was not handed in. */
    private int next;

    private ClusterReport report;
    private ClusterJob job;
    private List<WorkFile> content;
    private FrameTask.Sequence sequence;
    private Pixels picture;

    /** Where pictures are cut from now on. */
    private CutBalance cuts;

    /** For how many workers {@link #cuts} began. */
    private int asked;

    /** What is seen in each pixel; null if nobody asks. */
    private ClusterSurface surface;

    private Cancellation wish;

    /**
     * A picture that is under way.
     *
     * @param split how it is cut
     * @param map who owns what of it
     * @param parts those that have pixels
     * @param tickets of each of these
     * @param follows whether the picture before is shown when its parts are
     */
    private record HandedIn(
            FrameSplit split, RegionMap map, int[] parts, List<Ticket> tickets, boolean follows) {}

    /**
     * Makes one.
     *
     * @param command what is to be rendered
     * @param model its only scene
     */
    ClusterFrames(RenderCommand command, String model) {
        this.command = command;
        this.model = model;
    }

    /** Renders all pictures, and says how it went. */
    void run(Cancellation cancellation) {
        wish = cancellation;
        var options = options();
        check(options);
        try (var opened = FrameJournal.open(command, model, wish)) {
            journal = opened;
            count = command.isCounted() ? command.count() : journal.count();
            left = count > 0 ? journal.left(count, wish) : new int[1];
            if (left.length > 0 || command.report != null) {
                shareOut(options);
            }
            journal.complete();
        }
    }

    private void shareOut(List<String> options) {
        try (var opened = ClusterJob.open(command, 1, wish)) {
            job = opened;
            content = job.content(model, wish);
            cut(job.awaitWorkers(wish));
            sequence = new FrameTask.Sequence(model, options);
            render();
        } catch (EngineException e) {
            throw new UserException("--cluster " + e.getMessage());
        }
    }

    /** Cuts what comes for so many workers, alike at first, if nobody has said another number. */
    private void cut(int workers) {
        asked = workers;
        var split = split(isWhole(workers), parts(workers));
        cuts = new CutBalance(split, split.map(command.wholeSize()));
    }

    /** Cuts what comes for the workers that are there, if others were before. */
    private void cutAnew() {
        int workers = job.workers();
        if (parts(workers) != parts(asked) || isWhole(workers) != isWhole(asked)) {
            cut(workers);
        }
    }

    /** Returns how many parts a picture is cut into if nobody says it. */
    private int parts(int workers) {
        boolean isOne = command.isCounted() && command.count() == 1;
        return parts(isOne, isWhole(workers) ? 1 : workers, pictureBytes());
    }

    /** Bytes of all pixels of a picture as they come. */
    private long pictureBytes() {
        var whole = command.wholeSize();
        int pixel = pixelBytes(command.bits, !command.aovs().isEmpty());
        return (long) whole.width() * whole.height() * pixel;
    }

    /** Whether so many workers share pictures out, and not their parts. */
    private boolean isWhole(int workers) {
        var said = command.device.group;
        if (said.split != null || said.regions != null || said.bins.bins != null) {
            return FrameSplit.FRAMES.equals(said.split);
        }
        return command.isCounted()
                && areWhole(command.turns(command.count()), left.length, workers);
    }

    /**
     * Whether pictures are shared out if nothing is said of it.
     *
     * @param turns whether the camera goes around, so that no tile stays what it was
     * @param count of pictures
     * @param workers that are there
     */
    static boolean areWhole(boolean turns, int count, int workers) {
        return turns && workers >= WORKERS_OF_WHOLE && count >= WHOLE_EACH * workers;
    }

    /**
     * Returns how many pictures are handed in beyond the one that is waited for: of whole ones so
     * many that each worker has one to render and one to be next.
     *
     * @param isWhole whether pictures are shared out
     * @param workers that are there
     * @param bytes of a picture
     */
    static int ahead(boolean isWhole, int workers, long bytes) {
        return isWhole
                ? (int)
                        Math.clamp(
                                (long) Coordinator.WINDOW * workers,
                                AHEAD,
                                Math.max(AHEAD, MOST_AHEAD / bytes))
                : AHEAD;
    }

    private int ahead() {
        return ahead(cuts.split().isWhole(), job.workers(), pictureBytes());
    }

    /** Returns how many bytes come of a pixel, with or without what is seen in it. */
    static int pixelBytes(int bits, boolean seen) {
        return (bits == 16 ? 16 : 4) + (seen ? SurfacePart.PIXEL : 0);
    }

    /**
     * Likewise of one picture, or one of several, whose pixels are so many bytes. Each part goes
     * through the geometry of the scene by itself, so that few are best: of several pictures one
     * for each worker, who takes a part of the next one when it is done.
     */
    static int parts(boolean isOne, int workers, long bytes) {
        if (isOne) {
            return Math.max(LEAST_PARTS, PARTS_EACH * workers);
        }
        return (int) Math.max(workers, Math.ceilDiv(bytes, LARGE_PART));
    }

    /** What a worker is told of the pictures. */
    private List<String> options() {
        var parsed = command.spec.commandLine().getParseResult();
        var options = new ArrayList<>(TaskOptions.givenOfSequence(parsed));
        if (!command.animation.animate) {
            // Of a movie, which is written here
            options.removeIf(option -> option.startsWith("--fps"));
        }
        return options;
    }

    /**
     * Refuses what a worker would refuse, and what cannot be shared out, before anything begins.
     */
    private void check(List<String> options) {
        refuse(command.device.reference, "--reference", "it paints whole pictures");
        refuse(command.overlap.given(), "--overlap", "workers are no chiplets");
        refuse(command.study.given(), "--owners, --waste, --timeline and --gpu-fault", "of GPUs");
        refuse(
                command.device.threads != null,
                "--threads",
                "each worker of a cluster says how many it has");
        refuse(
                SceneFiles.STANDARD.equals(model),
                "-",
                "the scene goes to others, so that it must be in a file");
        split(false, LEAST_PARTS);
        EarlyZOption.checkForViews(command.device.early, command.stereo);
        command.animation.check();
        command.tessellation.check();
        command.background();
        if (command.camera != null && CameraOption.isPlace(command.camera)) {
            CameraOption.parse(command.camera, null);
        }
        var there = TaskOptions.readSequence(options, command.environment.file);
        var device = there.device.sequenceOptions(Integer.MAX_VALUE);
        if (command.isCounted() && command.count() == 1) {
            refuse(
                    FrameSplit.FRAMES.equals(command.device.group.split),
                    "--split=frames",
                    "there is one picture, and whole ones are shared out");
            command.device.checkForOnce(device, "there is one frame, and none before it");
        }
        try {
            new PaintTask(model, options, List.of(), -1).check();
        } catch (UserException e) {
            throw new UserException("--cluster: " + e.getMessage());
        }
    }

    private static void refuse(boolean given, String option, String why) {
        if (given) {
            throw new UserException("%s: not with --cluster: %s".formatted(option, why));
        }
    }

    /**
     * Returns how many bins there are, of so many workers that a picture could have more as well.
     *
     * @param said by an option, else null
     * @param automatic how many if nobody says it, 1 and up
     */
    static int bins(Integer said, int automatic) {
        if (said == null) {
            return Math.min(automatic, RegionMap.MOST_GPUS);
        }
        if (said < 1 || said > RegionMap.MOST_GPUS) {
            throw new UserException(
                    "--bins=%d is not in 1..%d".formatted(said, RegionMap.MOST_GPUS));
        }
        return said;
    }

    /**
     * Returns how pictures are cut.
     *
     * @param isWhole whether they are no more than has to be, if nothing is said
     * @param automatic into how many parts if nobody says it
     */
    private FrameSplit split(boolean isWhole, int automatic) {
        var said = command.device.group;
        refuse(
                said.isOfGpus(),
                "--gpus, --gpu-weights, --pretest, --pieces, --deal, --ahead, --gpu-help,"
                        + " --gpu-patience, --gpu-pixels, --visibility and --assign",
                "they are of GPUs of one process");
        var usual = isWhole ? FrameSplit.FRAMES : FrameSplit.BINS;
        var how = said.split == null ? usual : said.split;
        var whole = command.wholeSize();
        if (how.equals(FrameSplit.FRAMES)) {
            refuse(said.regions != null, "--regions", "--split=regions expected");
            refuse(said.bins.given(), "--bins", "--split=bins expected");
            return new FrameSplit(how, Math.min(automatic, RegionMap.MOST_GPUS));
        }
        if (how.equals(FrameSplit.BINS)) {
            refuse(said.regions != null, "--regions", "--split=regions expected");
            return new FrameSplit(FrameSplit.BINS, bins(said.bins.bins, automatic));
        }
        if (!how.equals("regions")) {
            throw new UserException(
                    "--split=%s: with --cluster regions, bins or frames expected".formatted(how));
        }
        refuse(said.bins.given(), "--bins", "--split=bins expected");
        var layout = said.regions == null ? "interleaved:64" : said.regions;
        var split = new FrameSplit(layout, Math.min(automatic, RegionMap.MOST_GPUS));
        try {
            if (RegionLayout.parse(layout) instanceof RegionLayout.Dynamic) {
                throw new UserException(
                        "--regions=dynamic: with --cluster regions stay where they are");
            }
        } catch (IllegalArgumentException e) {
            throw CoreOptions.refused(e);
        }
        // Of the size that it is for, some cannot be made
        split.map(whole);
        return split;
    }

    private void render() {
        long start = System.nanoTime();
        var whole = command.wholeSize();
        picture =
                Pixels.blank(
                        whole.width(),
                        whole.height(),
                        command.bits == 16 ? TextureFormat.RGBA32_FLOAT : TextureFormat.RGBA8_SRGB);
        surface = command.aovs().isEmpty() ? null : new ClusterSurface(command.aovs(), whole);
        handInUntil(0);
        if (count == 0) {
            // Only who loads the scene knows how long it moves
            count = outcome(0, 0).frames();
            left = journal.left(count, wish);
        }
        command.checkPictures(count, wish);
        var movie = command.movie().map(format -> command.movieFile(format, count)).orElse(null);
        report = new ClusterReport(model, command, cuts.split(), owners(cuts.map()).length, count);
        try (var progress = left.length > 1 ? TerminalBar.begin("render", left.length) : null) {
            if (movie == null) {
                render(null, progress);
            } else {
                movie.check();
                movie.write(encoder -> render(encoder, progress), wish);
            }
        }
        ClusterPlaces.tell(job.text("parts of pictures", report.text()));
        if (command.report != null) {
            report.end(job.counts(), System.nanoTime() - start);
            report.write(command.report, wish);
        }
    }

    private void render(AnimationEncoder movie, ProgressBar progress) {
        handInUntil(ahead());
        for (int turn = 0; turn < left.length; turn++) {
            long start = System.nanoTime();
            int frame = left[turn];
            var under = handedIn.get(frame);
            report.begin(under.split, under.parts.length);
            for (int part = 0; part < under.parts.length; part++) {
                show(frame, part);
            }
            handedIn.remove(frame);
            // Workers are not to wait for a file to be written
            handInUntil(turn + 1 + ahead());
            report.frame(frame, picture, System.nanoTime() - start);
            long shown = System.nanoTime();
            if (movie != null) {
                add(movie);
            } else {
                var file = command.pictureFile(frame, count);
                int threads = Runtime.getRuntime().availableProcessors();
                var outputs = journal.outputs(wish);
                new PictureFile(file, command.format(), threads).write(picture, outputs, wish);
                if (surface != null) {
                    surface.write(file, threads, outputs);
                }
                journal.done(frame);
            }
            report.written(System.nanoTime() - shown);
            if (progress != null) {
                progress.step();
            }
        }
    }

    private void add(AnimationEncoder movie) {
        try {
            movie.add(StraightAlpha.of(picture.codes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void handInUntil(int last) {
        while (next <= Math.min(last, left.length - 1)) {
            handInNext();
        }
    }

    /** Hands in the parts of the next picture. */
    private void handInNext() {
        if (next > 0) {
            cutAnew();
        }
        var split = cuts.split();
        var map = cuts.map();
        int[] parts = owners(map);
        int frame = left[next];
        boolean follows = next > 0 && left[next - 1] == frame - 1;
        var tasks = new ArrayList<byte[]>();
        for (int part : parts) {
            tasks.add(new FrameTask(sequence, split, frame, part, follows).toBytes());
        }
        int[] places = IntStream.of(parts).map(part -> place(split, part)).toArray();
        var tickets = new ArrayList<>(job.submitAll(tasks, content, places));
        handedIn.put(frame, new HandedIn(split, map, parts, tickets, follows));
        next++;
    }

    /** Returns those of the parts of a picture that have pixels. */
    private static int[] owners(RegionMap map) {
        return IntStream.range(0, map.gpus()).filter(part -> map.pixels(part) > 0).toArray();
    }

    /** Returns where a part belongs: to who has rendered it before, unless that is of no use. */
    static int place(FrameSplit split, int part) {
        return split.isWhole() ? Coordinator.ANYWHERE : part;
    }

    private void handInAgain(int frame, int part) {
        var under = handedIn.get(frame);
        int owner = under.parts[part];
        byte[] task = new FrameTask(sequence, under.split, frame, owner, under.follows).toBytes();
        var refused = under.tickets.get(part);
        var ticket = job.submitAgain(refused, task, content, place(under.split, owner));
        under.tickets.set(part, ticket);
    }

    /** Waits for a part of a picture, and shows it. */
    private void show(int frame, int part) {
        var outcome = outcome(frame, part);
        for (int tries = 1; !isShown(outcome, frame, part); tries++) {
            if (tries == TRIES) {
                throw new UserException(
                        "workers sent pixels that are none, %d times".formatted(TRIES));
            }
            handInAgain(frame, part);
            outcome = outcome(frame, part);
        }
        outcome.told().forEach(this::tellOnce);
    }

    /** Tells what no worker has told before, as far as it is remembered what they told. */
    private void tellOnce(String line) {
        boolean fits = told.size() < MOST_TOLD && toldChars + line.length() <= MOST_TOLD_CHARS;
        if (fits && told.add(line)) {
            toldChars += line.length();
            ClusterPlaces.tell(line);
        }
    }

    /** Shows a part, if it is one. */
    private boolean isShown(FrameOutcome outcome, int frame, int part) {
        try {
            long start = System.nanoTime();
            var in = new ByteReader(outcome.pixels());
            var under = handedIn.get(frame);
            boolean isFirst = !under.follows;
            int owner = under.parts[part];
            var copy = PartPixels.read(in, under.map, owner, isFirst, picture.bytes());
            if (surface != null) {
                // Either both are shown, or nothing
                surface.show(outcome.surface(), under.map, owner, isFirst);
            } else if (outcome.surface().length > 0) {
                throw new CodecException("more than was asked for");
            }
            copy.show(picture);
            cuts.add(under.split, owner, outcome.elapsedNs());
            report.part(copy.tally(), outcome, System.nanoTime() - start);
            return true;
        } catch (CodecException e) {
            tellOnce("a worker sent pixels that are none: " + e.getMessage());
            return false;
        }
    }

    /** Waits for what came of a part. */
    private FrameOutcome outcome(int frame, int part) {
        for (int tries = 1; ; tries++) {
            byte[] bytes = job.await(handedIn.get(frame).tickets.get(part), wish);
            try {
                var outcome = FrameOutcome.of(bytes);
                if (outcome.error() != null) {
                    throw new UserException(outcome.error());
                }
                return outcome;
            } catch (CodecException e) {
                if (tries == TRIES) {
                    throw new UserException(
                            "workers sent what is no outcome, %d times, the last: %s"
                                    .formatted(TRIES, e.getMessage()));
                }
                tellOnce("a worker sent what is no outcome: " + e.getMessage());
                handInAgain(frame, part);
            }
        }
    }
}
