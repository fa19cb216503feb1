package dev.azulejo.testkit;

import com.sun.management.OperatingSystemMXBean;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Damages the files of a corpus, again and again, and gives them to what reads the files of
 * strangers. Each must end in one of the ways in which that may, soon. What is new is damaged
 * further, as a {@link Guide} says.
 */
public final class Fuzzer {
    /** Inputs that are kept to be damaged further. */
    private static final int MOST_KEPT = 20_000;

    /** How often an input is read that was late while the process had too little time for it. */
    private static final int MOST_TRIES = 5;

    /** What decides whether an input is damaged further. */
    public enum Guide {
        /** Nothing: the same seed makes the same inputs everywhere. */
        NONE,
        /** That it ended in a new way: the same if ends depend on neither clocks nor threads. */
        ENDS,
        /**
         * That it did, or came to a new place in the code, or there as often as none before; the
         * same if hits do not depend on clocks and threads either.
         */
        PLACES
    }

    /** Damages an input. */
    public interface Damage {
        /**
         * Returns it damaged, perhaps by pieces of another one.
         *
         * @param input is left as it is
         * @param other likewise
         */
        byte[] damage(byte[] input, byte[] other);
    }

    /**
     * What came of it.
     *
     * @param ends in how many ways inputs ended, in words
     * @param inputs how many there were
     * @param kept how many of them were damaged further
     * @param places in the code to which any came
     */
    public record Outcome(Set<String> ends, int inputs, int kept, int places) {
        /** Returns the ways that begin with a word. */
        public Set<String> ends(String start) {
            var some = new HashSet<>(ends);
            some.removeIf(end -> !end.startsWith(start));
            return some;
        }
    }

    private final String kind;
    private final FuzzSettings settings;
    private final FuzzTarget target;
    private final Duration longest;
    private final Guide guide;
    private final Coverage coverage = new Coverage();
    private final Set<String> ends = new HashSet<>();
    private final List<byte[]> files = new ArrayList<>();
    private int inputs;

    /**
     * Prepares.
     *
     * @param kind of inputs, which names folders and files
     * @param settings how long, and where to
     * @param target reads them
     * @param longest any input that takes longer is one too many, on the slowest machine
     * @param guide decides what is damaged further
     */
    public Fuzzer(
            String kind, FuzzSettings settings, FuzzTarget target, Duration longest, Guide guide) {
        this.kind = kind;
        this.settings = settings;
        this.target = target;
        this.longest = longest;
        this.guide = guide;
    }

    /**
     * Reads a corpus, and that of earlier runs if there is one, then what becomes of it.
     *
     * @param corpus a folder, which holds at least one file
     * @param rounds how many damaged inputs, if the settings do not say
     * @param random decides what is damaged, and by whom
     * @param damage done to them
     * @throws AssertionError if one ends in none of the ways in which it may, or too late; it lies
     *     in a file then
     */
    public Outcome run(Path corpus, int rounds, Random random, Damage damage) throws IOException {
        for (var file : sorted(corpus)) {
            add(Files.readAllBytes(file));
        }
        if (files.isEmpty()) {
            throw new IllegalArgumentException(corpus + " is empty, a file expected");
        }
        var kept = settings.kept() == null ? null : settings.kept().resolve(kind);
        if (kept != null) {
            Files.createDirectories(kept);
            for (var file : sorted(kept)) {
                byte[] input = Files.readAllBytes(file);
                if (read(input)) {
                    files.add(input);
                }
            }
        }
        int all = settings.rounds() > 0 ? settings.rounds() : rounds;
        for (int round = 0; round < all; round++) {
            byte[] other = files.get(random.nextInt(files.size()));
            byte[] bad = damage.damage(pick(random), other);
            if (read(bad) && files.size() < MOST_KEPT) {
                files.add(bad);
                if (kept != null) {
                    Files.write(kept.resolve(name(bad)), bad);
                }
            }
        }
        return new Outcome(Set.copyOf(ends), inputs, files.size(), coverage.places());
    }

    /** Every other one is among the latest tenth: what is new is worth most. */
    private byte[] pick(Random random) {
        int size = files.size();
        int among = random.nextBoolean() ? size : Math.max(1, size / 10);
        return files.get(size - 1 - random.nextInt(among));
    }

    private void add(byte[] input) throws IOException {
        read(input);
        files.add(input);
    }

    private static List<Path> sorted(Path folder) throws IOException {
        try (var paths = Files.list(folder)) {
            return paths.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** Has an input read; returns whether it is worth damaging further. */
    private boolean read(byte[] input) throws IOException {
        inputs++;
        for (int tries = 1; ; tries++) {
            long start = System.nanoTime();
            long work = processorNanos();
            try {
                String end = readOnce(input);
                if (System.nanoTime() - start >= longest.toNanos()) {
                    throw new AssertionError("took longer than " + longest);
                }
                boolean newPlaces = coverage.end();
                boolean newEnd = ends.add(end);
                return switch (guide) {
                    case NONE -> false;
                    case ENDS -> newEnd;
                    case PLACES -> newPlaces || newEnd;
                };
            } catch (Throwable e) {
                boolean isLate = System.nanoTime() - start >= longest.toNanos();
                boolean hasWaited = processorNanos() - work < longest.toNanos();
                // Late because others had the processor, it says nothing of the input
                if (!isLate || !hasWaited || tries == MOST_TRIES) {
                    throw found(input, e);
                }
            }
        }
    }

    private String readOnce(byte[] input) throws Exception {
        coverage.begin();
        return target.read(input, new Random(Arrays.hashCode(input)));
    }

    private AssertionError found(byte[] input, Throwable thrown) throws IOException {
        var file = settings.found().resolve(kind + "-" + name(input));
        Files.createDirectories(file.getParent());
        Files.write(file, input);
        return new AssertionError(file + " is neither read nor refused: " + thrown, thrown);
    }

    /** Returns the processor time of this process so far, nanoseconds; 0 if that is not known. */
    private static long processorNanos() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? Math.max(0, system.getProcessCpuTime())
                : 0;
    }

    /** Names an input by what it holds. */
    private static String name(byte[] input) {
        try {
            byte[] sum = MessageDigest.getInstance("SHA-256").digest(input);
            return HexFormat.of().formatHex(sum).substring(0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
