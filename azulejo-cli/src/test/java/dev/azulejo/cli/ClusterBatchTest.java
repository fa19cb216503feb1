package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.azulejo.cluster.engine.Engine;
import dev.azulejo.cluster.engine.EngineListener;
import dev.azulejo.cluster.engine.HostPort;
import dev.azulejo.cluster.engine.Peer;
import dev.azulejo.cluster.jgroups.GroupEngine;
import dev.azulejo.cluster.message.Message;
import dev.azulejo.cluster.message.MessageCodec;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A batch by processes that are killed, stopped, late or not there: on loopback, and with the files
 * of a batch in one process.
 */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClusterBatchTest {
    /** Of units that take a few tenths of a second each. */
    private static final List<String> HEAVY = new ArrayList<>();

    /** Two workers, or more: on a busy machine one that is well may be lost and come again. */
    private static final String WORKED = "azulejo: cluster: ([2-9]|[1-9][0-9]+) workers, ";

    private static final String LOST = WORKED + "[1-9] lost; ";

    @TempDir static Path folder;

    private static final List<String> MODELS = new ArrayList<>();

    private final List<ClusterProcess> processes = new ArrayList<>();
    private int port;

    @BeforeAll
    static void models() throws IOException {
        var embedded = StartTraining.model();
        for (int i = 0; i < 3; i++) {
            var file = folder.resolve("model" + i + ".gltf");
            MODELS.add(file.toString());
            if (i == 0) {
                Files.writeString(file, embedded);
                continue;
            }
            // Its buffer beside it, called so that its name has to be decoded
            var start = "data:application/octet-stream;base64,";
            int at = embedded.indexOf(start);
            var coded = embedded.substring(at + start.length(), embedded.indexOf('"', at));
            var place = folder.resolve("data/buffer %d.bin".formatted(i));
            Files.createDirectories(place.getParent());
            Files.write(place, Base64.getDecoder().decode(coded));
            Files.writeString(file, embedded.replace(start + coded, "data/buffer%20" + i + ".bin"));
        }
        var missing = Files.readString(Path.of(MODELS.get(1))).replace("20" + 1, "20none");
        MODELS.add(Files.writeString(folder.resolve("missing.gltf"), missing).toString());
        MODELS.add(Files.writeString(folder.resolve("broken.gltf"), "{").toString());
        MODELS.add(folder.resolve("not-there.glb").toString());
        MODELS.add("demo:teapot");
        Files.write(folder.resolve("room.hdr"), RadiancePicture.file());
        for (int i = 0; i < 6; i++) {
            HEAVY.add(
                    Files.copy(Path.of(MODELS.get(0)), folder.resolve("heavy" + i + ".gltf"))
                            .toString());
        }
    }

    @AfterEach
    void close() throws InterruptedException {
        for (var process : processes) {
            process.close();
        }
    }

    private ClusterProcess keep(ClusterProcess process) {
        processes.add(process);
        return process;
    }

    private ClusterProcess worker(String... more) throws IOException, InterruptedException {
        var arguments = new ArrayList<String>();
        if (port == 0) {
            port = ClusterProcess.freePort();
            arguments.add("--listen=127.0.0.1:" + port);
        } else {
            arguments.add("--join=127.0.0.1:" + port);
        }
        arguments.addAll(List.of(more));
        return keep(ClusterProcess.worker(folder, arguments.toArray(String[]::new)));
    }

    private static String[] render(List<String> models, Path output, String... more) {
        var arguments = new ArrayList<String>();
        arguments.add("render");
        arguments.addAll(models);
        arguments.addAll(List.of("-o", output.toString()));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    private ClusterProcess begin(List<String> models, Path output, String... more)
            throws IOException {
        var options = new ArrayList<>(List.of(more));
        options.add("--cluster=127.0.0.1:" + port);
        return keep(
                ClusterProcess.start(
                        folder, render(models, output, options.toArray(String[]::new))));
    }

    private static Map<String, byte[]> files(Path output) throws IOException {
        var files = new TreeMap<String, byte[]>();
        try (var all = Files.walk(output)) {
            for (var file : all.filter(Files::isRegularFile).toList()) {
                files.put(output.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        return files;
    }

    private static void assertSame(Path output, Path expected) throws IOException {
        var files = files(output);
        var wanted = files(expected);
        assertThat(files.keySet()).isEqualTo(wanted.keySet());
        files.forEach((name, bytes) -> assertThat(bytes).as(name).isEqualTo(wanted.get(name)));
    }

    /** Lines of results but for how long each took. */
    private static List<String> results(Path file, Path output) throws IOException {
        return Files.readAllLines(file).stream()
                .map(line -> line.replaceAll("\"ms\":[0-9.E]+", ""))
                .map(line -> line.replace(output.toString(), "OUT"))
                .toList();
    }

    /** Options of all kinds; models that cannot be used; files beside models and pictures. */
    @Test
    void filesAndResultsAreThoseOfABatchInOneProcess() throws Exception {
        var first = worker();
        worker();
        var here = folder.resolve("here");
        var there = folder.resolve("there");
        String[] options = {
            "--sizes=48x32,32x48",
            "--views=orbit:35,18/orbit:200,10",
            "--samples=8",
            "--aov=depth,normal,id",
            "--environment=" + folder.resolve("room.hdr"),
            "--background=environment:0.3",
            "--ground",
            "--shadows=on",
            "--tessellate=pn"
        };
        var local = new ArrayList<>(List.of(options));
        local.add("--results=" + folder.resolve("here.jsonl"));
        assertThat(CommandRun.run(render(MODELS, here, local.toArray(String[]::new))))
                .startsWith("1\n");
        var remote = new ArrayList<>(List.of(options));
        remote.add("--results=" + folder.resolve("there.jsonl"));
        var said = begin(MODELS, there, remote.toArray(String[]::new)).end();
        assertThat(said)
                .startsWith("1\n")
                .contains("azulejo: models: 4 rendered, 0 there already, 3 failed\n")
                .containsPattern(WORKED)
                .doesNotContain("WARNING");
        assertSame(there, here);
        assertThat(files(here)).hasSize(4 * 4 * 5);
        assertThat(results(folder.resolve("there.jsonl"), there))
                .isEqualTo(results(folder.resolve("here.jsonl"), here))
                .anyMatch(line -> line.contains("no such file beside missing.gltf"));
        assertThat(first.ask("/health"))
                .startsWith("200 {\"status\":\"up\",\"release\":\"" + Release.NAME + "\"");
        assertThat(first.ask("/metrics"))
                .startsWith("200 ")
                .contains("# TYPE azulejo_worker_done_total counter\nazulejo_worker_done_total ")
                .contains("azulejo_worker_slots 1\n")
                .contains("azulejo_worker_busy 0\n");
        assertThat(first.ask("/metrics/../etc")).startsWith("404 ");
    }

    private static Path expected() throws IOException {
        var here = folder.resolve("heavy");
        if (!Files.isDirectory(here)) {
            assertThat(CommandRun.run(render(HEAVY, here, heavy("--threads=1")))).startsWith("0\n");
        }
        return here;
    }

    private static String[] heavy(String... more) {
        var options = new ArrayList<String>();
        options.add("--size=400x300");
        options.add("--samples=16");
        options.add("--kernels=scalar");
        options.add("--views=orbit:20,20/orbit:110,30");
        options.addAll(List.of(more));
        return options.toArray(String[]::new);
    }

    private static void print(String what, long since) {
        System.out.printf(
                "cluster: complete %.2f s after %s%n", (System.nanoTime() - since) / 1e9, what);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aWorkerThatIsKilledInMidUnitIsMadeUpFor() throws Exception {
        var expected = expected();
        worker();
        var second = worker();
        var output = folder.resolve("killed");
        var batch = begin(HEAVY, output, heavy());
        second.await("/health", "\"busy\":1");
        long begin = System.nanoTime();
        second.signal("KILL");
        var said = batch.end();
        print("a worker was killed", begin);
        assertThat(said)
                .startsWith("0\n")
                .contains(" is lost; it had ")
                .contains("models: 6 rendered, 0 there already, 0 failed")
                .containsPattern(LOST);
        assertSame(output, expected);
    }

    /** It holds its connections, so that only silence tells; when it goes on it works again. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aWorkerThatIsStoppedInMidUnitIsMadeUpFor() throws Exception {
        var expected = expected();
        var first = worker();
        var second = worker();
        var output = folder.resolve("stopped");
        var batch = begin(HEAVY, output, heavy());
        second.await("/health", "\"busy\":1");
        long begin = System.nanoTime();
        second.signal("STOP");
        var said = batch.end();
        print("a worker was stopped", begin);
        assertThat(said).startsWith("0\n").containsPattern(LOST);
        assertSame(output, expected);
        second.signal("CONT");
        // It was lost there, and is a member again
        first.await("/health", "\"members\":2");
        second.await("/health", "\"members\":2");
        second.await("/health", "\"busy\":0");
        var again = begin(HEAVY, folder.resolve("again"), heavy());
        second.await("/health", "\"busy\":1");
        assertThat(again.end()).startsWith("0\n").containsPattern(WORKED);
        assertSame(folder.resolve("again"), expected);
    }

    /** The first one of a cluster is nobody special, once others are there. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void theFirstWorkerMayGoAndALateOneGoesOn() throws Exception {
        var first = worker();
        var output = folder.resolve("late");
        String[] options = {"--size=400x300", "--samples=16", "--kernels=scalar"};
        var models = new ArrayList<>(HEAVY);
        // As much work as several starts of a process, so that the late one has something left
        models.addFirst("demo:terrain");
        var batch = begin(models, output, options);
        var late = worker();
        late.await("/health", "\"busy\":1");
        first.signal("KILL");
        var said = batch.end();
        assertThat(said).startsWith("0\n").containsPattern(LOST);
        var expected = folder.resolve("all");
        assertThat(CommandRun.run(render(models, expected, options))).startsWith("0\n");
        assertSame(output, expected);
    }

    /** Whoever ends the command starts it again with --resume, as with any batch. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aCommandThatIsKilledIsResumed() throws Exception {
        var expected = expected();
        var first = worker();
        worker();
        var output = folder.resolve("resumed");
        var batch = begin(HEAVY, output, heavy());
        while (complete(output).size() < 3) {
            assertThat(batch.isAlive()).as(batch.said()).isTrue();
            Thread.sleep(2);
        }
        batch.signal("KILL");
        assertThat(batch.end()).startsWith("137\n");
        var whole = complete(output);
        whole.forEach((name, bytes) -> assertThat(bytes).isEqualTo(bytesOf(expected, name)));
        long done =
                IntStream.range(0, HEAVY.size())
                        .filter(i -> whole.containsKey("heavy%d-1.png".formatted(i)))
                        .filter(i -> whole.containsKey("heavy%d-2.png".formatted(i)))
                        .count();
        // Nobody works for one that is not there
        first.await("/health", "\"busy\":0");
        first.await("/metrics", "azulejo_worker_jobs 0\n");
        var said = begin(HEAVY, output, heavy("--resume")).end();
        assertThat(said).startsWith("0\n").contains(" %d there already, 0 failed".formatted(done));
        assertThat(complete(output).keySet()).isEqualTo(files(expected).keySet());
        complete(output)
                .forEach((name, bytes) -> assertThat(bytes).isEqualTo(bytesOf(expected, name)));
    }

    /** Returns pictures, without what somebody who was killed had begun to write. */
    private static Map<String, byte[]> complete(Path output) throws IOException {
        var pictures = new TreeMap<String, byte[]>();
        if (Files.isDirectory(output)) {
            try (var all = Files.newDirectoryStream(output, "*.png")) {
                for (var file : all) {
                    pictures.put(file.getFileName().toString(), Files.readAllBytes(file));
                }
            }
        }
        return pictures;
    }

    private static byte[] bytesOf(Path folder, String name) {
        try {
            return Files.readAllBytes(folder.resolve(name));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** All that is told goes by TLS, to who has the key. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void withAKeyOnlyWhoHasItTakesPart() throws Exception {
        var key = key("cluster.p12");
        var other = key("other.p12");
        Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rw-------"));
        var open = "azulejo: --cluster-key " + key + ": others of this machine can read it";
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(worker("--cluster-key=" + key).said()).containsOnlyOnce(open).hasLineCount(2);
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        var second = worker("--cluster-key=" + key);
        assertThat(second.said()).doesNotContain(open);
        second.await("/health", "\"members\":2");
        var models = List.of("demo:teapot", MODELS.get(1));
        var output = folder.resolve("secret");
        var said = begin(models, output, "--size=32x32", "--cluster-key=" + key).end();
        // The first that answers may have done both before the second is known
        assertThat(said).startsWith("0\n").containsPattern("cluster: [12] workers, 0 lost");
        assertThat(CommandRun.run(render(models, folder.resolve("open"), "--size=32x32")))
                .startsWith("0\n");
        assertSame(output, folder.resolve("open"));
        // A connection that ends tells by itself what a port of its own does elsewhere
        var expected = expected();
        var without = begin(models, folder.resolve("without"), "--size=32x32");
        var wrong =
                begin(models, folder.resolve("wrong"), "--size=32x32", "--cluster-key=" + other);
        var heavy = begin(HEAVY, folder.resolve("secret2"), heavy("--cluster-key=" + key));
        second.await("/health", "\"busy\":1");
        long begin = System.nanoTime();
        second.signal("KILL");
        assertThat(heavy.end()).startsWith("0\n").containsPattern(LOST);
        print("a worker with a key was killed", begin);
        assertSame(folder.resolve("secret2"), expected);
        assertThat(without.end())
                .isEqualTo("2\nazulejo: --cluster 127.0.0.1:%d: no worker answers\n", port);
        assertThat(folder.resolve("without")).doesNotExist();
        assertThat(wrong.end())
                .isEqualTo(
                        "2\nazulejo: --cluster 127.0.0.1:%d: no worker answers; do all have the"
                                + " same key?\n",
                        port);
        assertThat(folder.resolve("wrong")).doesNotExist();
    }

    private static Path key(String name) throws IOException, InterruptedException {
        var key = folder.resolve(name);
        var tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        var made =
                new ProcessBuilder(
                                (tool
                                                + " -genkeypair -alias azulejo -keyalg EC -dname"
                                                + " CN=azulejo -validity 365 -storetype PKCS12"
                                                + " -storepass azulejo -keystore "
                                                + key)
                                        .split(" "))
                        .redirectErrorStream(true)
                        .start();
        var told = new String(made.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(made.waitFor()).as(told).isZero();
        return key;
    }

    /** What lies in the caches of workers is lost to them, and comes again. */
    @Test
    void cachesThatWereChangedAreFilledAgain() throws Exception {
        var models = new ArrayList<>(MODELS.subList(0, 3));
        models.addAll(HEAVY.subList(0, 2));
        String[] options = {"--size=40x30", "--environment=" + folder.resolve("room.hdr")};
        var expected = folder.resolve("uncached");
        assertThat(CommandRun.run(render(models, expected, options))).startsWith("0\n");
        var emptied = folder.resolve("cache-emptied");
        var cut = folder.resolve("cache-cut");
        var alone = worker("--cache=" + cut);
        for (int i = 0; i < 4; i++) {
            if (i == 2) {
                // The first two times there is one worker, which heals by itself
                worker("--cache=" + emptied);
                alone.await("/health", "\"members\":2");
            }
            var output = folder.resolve("cached" + i);
            var said = begin(models, output, options).end();
            assertThat(said)
                    .as("%d", i)
                    .startsWith("0\n")
                    .contains("models: 5 rendered, 0 there already, 0 failed\n")
                    .doesNotContain(" gave a unit back");
            assertSame(output, expected);
            cutShort(cut);
            if (i >= 2) {
                remove(emptied);
            }
        }
    }

    private static void cutShort(Path cache) throws IOException {
        try (var files = Files.list(cache)) {
            var kept = files.filter(file -> !file.endsWith("worker.lock")).toList();
            assertThat(kept).isNotEmpty();
            for (var file : kept) {
                Files.write(file, new byte[] {'{'});
            }
        }
    }

    private static void remove(Path cache) throws IOException {
        try (var files = Files.list(cache)) {
            for (var file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(cache);
    }

    /** One that says of itself what a terminal would obey. */
    private static final class Stranger implements EngineListener, AutoCloseable {
        static final String RELEASE = "1\u001b[2J\nazulejo: all is well\r\u202e";

        private final Engine engine;

        Stranger(int port) throws IOException {
            var place = new InetSocketAddress("127.0.0.1", ClusterProcess.freePort());
            engine = new GroupEngine(place, ClusterPlaces.discovery("127.0.0.1:" + port), null);
            engine.join(this);
        }

        @Override
        public void joined(List<Peer> peers) {
            // Both a worker and who has work take one of these
            byte[] offer = MessageCodec.encode(new Message.Offer(1, RELEASE));
            peers.forEach(peer -> engine.send(peer, offer));
        }

        @Override
        public void left(Peer peer) {
            // It is nobody's worker
        }

        @Override
        public void received(Peer from, byte[] message) {
            if (MessageCodec.decode(message) instanceof Message.Offer offer) {
                engine.send(from, MessageCodec.encode(new Message.Refusal(offer.job(), RELEASE)));
            }
        }

        @Override
        public void close() {
            engine.close();
        }
    }

    @Test
    void whatOthersSayIsPlainText() throws Exception {
        var worker = worker();
        try (var stranger = new Stranger(port)) {
            assertThat(stranger.engine.self()).isNotNull();
            var told = " is of release 1\ufffd[2J azulejo: all is well \ufffd, this is ";
            worker.awaitSaid(told);
            var batch =
                    begin(
                            List.of("demo:teapot", "demo:objects"),
                            folder.resolve("plain"),
                            "--size=8x8");
            batch.awaitSaid(told);
            assertThat(worker.said() + batch.end()).doesNotContain("\u001b", "\r", "\u202e");
        }
    }

    private static String run(String line) {
        return CommandRun.run(line.split(" "));
    }

    @Test
    void whatIsWrongIsToldInOneLine() throws Exception {
        var taken = ClusterProcess.freePort();
        var models = "render demo:teapot demo:objects -o " + folder.resolve("wrong") + " ";
        assertThat(run(models + "--cluster nowhere"))
                .isEqualTo(
                        "2\nazulejo: --cluster nowhere: expected HOST:PORT, such as"
                                + " 10.0.0.7:7800\n");
        assertThat(run(models + "--cluster 127.0.0.1:99999"))
                .isEqualTo("2\nazulejo: --cluster 127.0.0.1:99999: port is not in 1..65535\n");
        assertThat(run(models + "--cluster 127.0.0.1:%d --threads 2".formatted(taken)))
                .isEqualTo(
                        "2\nazulejo: --threads: each worker of a cluster says how many it has\n");
        for (var wrong : List.of("--bins 4", "--split regions")) {
            assertThat(run(models + "--cluster 127.0.0.1:%d ".formatted(taken) + wrong))
                    .isEqualTo(
                            "2\nazulejo: %s: for one scene only, not for several\n",
                            wrong.substring(0, wrong.indexOf(' ')));
        }
        assertThat(run(models + "--cluster-key a.p12"))
                .isEqualTo(
                        "2\nazulejo: --cluster-key: of a cluster; --cluster HOST:PORT expected\n");
        var views = "--views " + "orbit:1,2/".repeat(500) + "orbit:3,4 --sizes 8x8,9x9";
        assertThat(run(models + "--cluster 127.0.0.1:%d ".formatted(taken) + views))
                .isEqualTo(
                        "2\nazulejo: --cluster: 1,002 pictures of a model, 1,000 at most expected"
                                + " of what goes to a worker: fewer --views or --sizes\n");
        assertThat(run(models + "--cluster nobody.invalid:7800"))
                .isEqualTo("2\nazulejo: --cluster nobody is known there\n");
        assertThat(run("worker"))
                .isEqualTo("2\nazulejo: --listen HOST:PORT or --join HOST:PORT expected\n");
        assertThat(run("worker --listen 192.0.2.1:7800"))
                .isEqualTo(
                        "2\n"
                            + "azulejo: --listen 192.0.2.1: others can reach it there, so that a"
                            + " key is needed: --cluster-key FILE\n");
        assertThat(run("worker --listen 0.0.0.0:7800"))
                .isEqualTo(
                        "2\nazulejo: --listen 0.0.0.0:7800: an address by which others reach this"
                                + " one expected\n");
        assertThat(run("worker --listen 127.0.0.1:7800 --threads 0"))
                .isEqualTo("2\nazulejo: --threads=0 is not in 1..256\n");
        assertThat(run("worker --listen 127.0.0.1:7800 --cache-size 0"))
                .isEqualTo("2\nazulejo: --cache-size=0 is not in 1..1000000\n");
        assertThat(run("worker --listen 127.0.0.1:7800 --cluster-key " + MODELS.get(0)))
                .startsWith("2\nazulejo: --cluster-key " + MODELS.get(0) + ": no PKCS #12 file")
                .hasLineCount(2);
        var none = folder.resolve("none");
        assertThat(run("worker --listen 127.0.0.1:7800 --cluster-key " + none))
                .isEqualTo("2\nazulejo: --cluster-key " + none + ": no such file\n");
        assertThat(run(models + "--cluster 127.0.0.1:7855 --cluster-key " + none))
                .isEqualTo("2\nazulejo: --cluster-key " + none + ": no such file\n");
        assertThat(run("worker --join file:" + folder.resolve("members")))
                .endsWith(": with --listen HOST:PORT only\n");
        assertThat(run("worker --listen 127.0.0.1:7800 --cache " + MODELS.get(0)))
                .startsWith("2\nazulejo: --cache " + MODELS.get(0) + ": cannot be used: ");
        var cache = folder.resolve("cache");
        worker("--cache=" + cache);
        assertThat(run("worker --listen 127.0.0.1:%d --cache %s".formatted(taken, cache)))
                .isEqualTo(
                        "2\nazulejo: --cache %s: cannot be used: another worker keeps its files"
                                + " there; a folder of its own expected\n",
                        cache);
        assertThat(run("worker --listen 127.0.0.1:" + port))
                .startsWith("2\nazulejo: --listen 127.0.0.1:%d: cannot listen".formatted(port))
                .hasLineCount(2);
    }

    /** What comes of the network is bytes: no object that somebody has written is read. */
    @Test
    void objectsAreRefused() throws Exception {
        // As whatever is to join does, which has this process refuse them from then on
        var place = HostPort.parse("127.0.0.1:" + ClusterProcess.freePort());
        ClusterPlaces.engine(List::of, place, null).close();
        var out = new ByteArrayOutputStream();
        try (var objects = new ObjectOutputStream(out)) {
            objects.writeObject(new ArrayList<>(List.of("anything")));
        }
        try (var objects = new ObjectInputStream(new ByteArrayInputStream(out.toByteArray()))) {
            assertThat(catchThrowable(objects::readObject))
                    .isInstanceOf(InvalidClassException.class)
                    .hasMessageContaining("REJECTED");
        }
    }
}
