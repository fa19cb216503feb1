package dev.azulejo.servers.common;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Holds libraries that speak WebSocket against each other, a process of each in every round.
 * Arguments: folder of this project, rounds, seconds for each number of sessions and size. Prints
 * Markdown tables of the rounds' medians.
 */
public final class ServerCompare {
    private static final int[] SIZES = {1_500, 30_000, 300_000};
    private static final int[] SESSIONS = {1, 4, 16};
    private static final int A_SECOND = 30;
    private static final long PAUSE = TimeUnit.SECONDS.toNanos(1) / A_SECOND;
    private static final int WARM_UP_SECONDS = 6;
    private static final int MOST_SECONDS = 4;
    private static final int SLOW_SECONDS = 2;

    private final Path home;
    private final int seconds;
    private final Map<Candidate, Samples> samples = new EnumMap<>(Candidate.class);
    private final Map<Candidate, Set<String>> said = new EnumMap<>(Candidate.class);

    private ServerCompare(Path home, int seconds) {
        this.home = home;
        this.seconds = seconds;
        for (var candidate : Candidate.values()) {
            samples.put(candidate, new Samples());
            said.put(candidate, Collections.synchronizedSet(new TreeSet<>()));
        }
    }

    /** Measures. */
    public static void main(String[] arguments) throws Exception {
        int rounds = Integer.parseInt(arguments[1]);
        var compare = new ServerCompare(Path.of(arguments[0]), Integer.parseInt(arguments[2]));
        // The first lap warms this process alone
        for (int lap = 0; lap <= Math.max(rounds, 5); lap++) {
            for (var candidate : inTurn(lap)) {
                compare.start(candidate, lap > 0);
            }
        }
        for (int round = 0; round < rounds; round++) {
            for (var candidate : inTurn(round)) {
                compare.measure(candidate);
                System.err.printf("%s, round %d of %d%n", candidate.title(), round + 1, rounds);
            }
        }
        compare.print();
        // Sessions that were broken off may leave threads of the client
        System.exit(0);
    }

    /** Who comes first changes from round to round. */
    private static List<Candidate> inTurn(int round) {
        var all = new ArrayList<>(List.of(Candidate.values()));
        Collections.rotate(all, -round);
        return round % 2 == 0 ? all : all.reversed();
    }

    private void start(Candidate candidate, boolean counts) throws Exception {
        long begin = System.nanoTime();
        try (var server = Started.start(candidate, home, said.get(candidate));
                var client = new Client(server.port())) {
            client.ask(SIZES[0]);
            if (counts) {
                samples.get(candidate).add("start", millis(System.nanoTime() - begin));
            }
        }
    }

    private static double millis(long nanos) {
        return nanos / 1e6;
    }

    private void measure(Candidate candidate) throws Exception {
        var to = samples.get(candidate);
        try (var server = Started.start(candidate, home, said.get(candidate))) {
            load(server.port(), 16, SIZES[1], WARM_UP_SECONDS, 0);
            long begin = server.cpuNanos();
            int most = load(server.port(), 16, SIZES[1], MOST_SECONDS, 0).size();
            to.add("most", (double) most / MOST_SECONDS);
            to.add("most cpu", (server.cpuNanos() - begin) / 1e3 / most);
            for (int size : SIZES) {
                for (int sessions : SESSIONS) {
                    long before = server.cpuNanos();
                    var times = load(server.port(), sessions, size, seconds, PAUSE);
                    long cpu = server.cpuNanos() - before;
                    var name = name(size, sessions);
                    to.add(name + "median", Samples.quantile(times, 0.5));
                    to.add(name + "p99", Samples.quantile(times, 0.99));
                    to.add(name + "cpu", cpu / 1e3 / times.size());
                    to.add(name + "rate", (double) times.size() / seconds / sessions);
                }
            }
            to.add("resident", figures(server.port(), false).residentBytes() / 1e6);
            slow(server.port(), false, to);
            slow(server.port(), true, to);
        }
    }

    private static String name(int size, int sessions) {
        return size + " " + sessions + " ";
    }

    /** Sessions that ask each so many nanoseconds; returns how long each answer took. */
    private static List<Double> load(int port, int sessions, int size, int seconds, long pause)
            throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var parts = new ArrayList<Future<List<Double>>>();
            for (int s = 0; s < sessions; s++) {
                long later = pause * s / sessions;
                parts.add(threads.submit(() -> session(port, size, later, seconds, pause)));
            }
            var times = new ArrayList<Double>();
            for (var part : parts) {
                times.addAll(part.get());
            }
            return times;
        }
    }

    private static List<Double> session(int port, int size, long later, int seconds, long pause)
            throws InterruptedException {
        var times = new ArrayList<Double>();
        try (var client = new Client(port)) {
            long next = System.nanoTime() + later;
            long end = next + TimeUnit.SECONDS.toNanos(seconds);
            while (next < end) {
                TimeUnit.NANOSECONDS.sleep(next - System.nanoTime());
                long begin = System.nanoTime();
                client.ask(size);
                long now = System.nanoTime();
                times.add(millis(now - begin));
                next = Math.max(now, next + pause);
            }
        }
        return times;
    }

    private static Figures figures(int port, boolean cleared) throws InterruptedException {
        try (var client = new Client(port)) {
            return client.figures(cleared);
        }
    }

    /** One that does not read, and one beside it that does. */
    private static void slow(int port, boolean all, Samples to) throws Exception {
        var name = all ? "all " : "newest ";
        int inputs = SLOW_SECONDS * A_SECOND;
        try (var reader = new SlowReader(port);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var before = figures(port, true);
            var beside = threads.submit(() -> session(port, SIZES[0], 0, SLOW_SECONDS, PAUSE));
            for (int i = 1; i <= inputs; i++) {
                reader.send(new Input(i, SIZES[2], all));
                Thread.sleep(1000 / A_SECOND);
            }
            var times = beside.get();
            var after = figures(port, true);
            to.add(name + "beside", Collections.max(times));
            to.add(name + "painted", after.painted() - before.painted() - times.size());
            to.add(name + "left", after.left() - before.left() - times.size());
            to.add(name + "heap", (after.heapBytes() - before.heapBytes()) / 1e6);
            to.add(name + "late", late(reader, inputs));
        }
    }

    /** Reads up to the newest picture; returns how many older ones came before. */
    private static int late(SlowReader reader, int newest) throws IOException {
        int count = 0;
        while (reader.read() < newest) {
            count++;
        }
        return count;
    }

    private void print() throws IOException {
        Candidate.printHead();
        for (var candidate : Candidate.values()) {
            candidate.print(home);
        }
        System.out.println();
        System.out.println(
                "| server | start to first answer, ms | MB resident after the run | 30,000 bytes to"
                        + " 16 sessions without a pause: messages a second | processor time, µs a"
                        + " message |");
        System.out.println("| --- | --- | --- | --- | --- |");
        samples.forEach(
                (candidate, of) ->
                        row(
                                candidate.title(),
                                of,
                                "start 0",
                                "resident 0",
                                "most 0",
                                "most cpu 0"));
        for (int size : SIZES) {
            System.out.printf(
                    Locale.ROOT,
                    "%n| %,d bytes, round trip in ms | 1: median | p99 | 4: median | p99 | 16:"
                            + " median | p99 | a second and session |%n",
                    size);
            System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
            for (var candidate : Candidate.values()) {
                var fields = new ArrayList<String>();
                for (int sessions : SESSIONS) {
                    fields.add(name(size, sessions) + "median 2");
                    fields.add(name(size, sessions) + "p99 2");
                }
                fields.add(name(size, 16) + "rate 1");
                row(candidate.title(), samples.get(candidate), fields.toArray(String[]::new));
            }
        }
        printCpu();
        printSlow();
        said.forEach((candidate, lines) -> lines.forEach(line -> say(candidate, line)));
    }

    private static void say(Candidate candidate, String line) {
        System.out.printf("%n%s says: %s%n", candidate.title(), line);
    }

    private void printCpu() {
        System.out.println();
        System.out.print("| server, processor time in µs a message");
        for (int size : SIZES) {
            for (int sessions : SESSIONS) {
                System.out.printf(Locale.ROOT, " | %,d bytes, %d", size, sessions);
            }
        }
        System.out.println(" |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
        for (var candidate : Candidate.values()) {
            var fields = new ArrayList<String>();
            for (int size : SIZES) {
                for (int sessions : SESSIONS) {
                    fields.add(name(size, sessions) + "cpu 0");
                }
            }
            row(candidate.title(), samples.get(candidate), fields.toArray(String[]::new));
        }
    }

    private void printSlow() {
        for (var name : List.of("newest ", "all ")) {
            System.out.println();
            System.out.printf(
                    "| one that does not read for %d s, %s | painted | left | memory, MB more | old"
                        + " pictures that it reads then | longest round trip of another, ms |%n",
                    SLOW_SECONDS, name.equals("all ") ? "all are sent" : "the newest is sent");
            System.out.println("| --- | --- | --- | --- | --- | --- |");
            samples.forEach(
                    (candidate, of) ->
                            row(
                                    candidate.title(),
                                    of,
                                    name + "painted 0",
                                    name + "left 0",
                                    name + "heap 1",
                                    name + "late 0",
                                    name + "beside 1"));
        }
    }

    /** Prints medians, each field with the number of its digits. */
    private static void row(String title, Samples of, String... fields) {
        System.out.print("| " + title);
        for (var field : fields) {
            int at = field.lastIndexOf(' ');
            int digits = Integer.parseInt(field.substring(at + 1));
            System.out.printf(
                    Locale.ROOT, " | %." + digits + "f", of.median(field.substring(0, at)));
        }
        System.out.println(" |");
    }
}
