package dev.azulejo.cluster.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.ThreadMXBean;

import dev.azulejo.cluster.engine.ClusterKey;
import dev.azulejo.cluster.engine.Discovery;
import dev.azulejo.cluster.engine.Engine;
import dev.azulejo.cluster.engine.EngineException;
import dev.azulejo.cluster.engine.EngineListener;
import dev.azulejo.cluster.engine.OtherToken;
import dev.azulejo.cluster.engine.Peer;
import dev.azulejo.cluster.engine.SharedFile;

import org.jgroups.Version;
import org.jgroups.stack.IpAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** JGroups on loopback, with our stack of protocols. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GroupEngineTest {
    @TempDir Path folder;

    private final List<Member> members = new ArrayList<>();

    private static final class Member implements EngineListener {
        final InetSocketAddress place;
        final Engine engine;
        final List<Peer> there = new CopyOnWriteArrayList<>();
        final List<Integer> atOnce = new CopyOnWriteArrayList<>();
        final ConcurrentLinkedQueue<byte[]> messages = new ConcurrentLinkedQueue<>();

        Member(Discovery discovery, ClusterKey key) throws IOException {
            place = new InetSocketAddress("127.0.0.1", freePort());
            engine = new GroupEngine(place, discovery, key);
        }

        @Override
        public void joined(List<Peer> peers) {
            atOnce.add(peers.size());
            there.addAll(peers);
        }

        @Override
        public void left(Peer peer) {
            there.remove(peer);
        }

        @Override
        public void received(Peer from, byte[] message) {
            if (message.length == 13) {
                throw new IllegalStateException("13");
            }
            messages.add(message);
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private Member member(Discovery discovery, ClusterKey key) throws IOException {
        var member = alone(discovery, key);
        member.engine.join(member);
        return member;
    }

    /** Returns one that has not joined yet. */
    private Member alone(Discovery discovery, ClusterKey key) throws IOException {
        var member = new Member(discovery, key);
        members.add(member);
        return member;
    }

    @AfterEach
    void close() {
        members.forEach(member -> member.engine.close());
    }

    private static void await(Member member, int others) throws InterruptedException {
        long begin = System.nanoTime();
        while (member.there.size() != others) {
            assertThat(System.nanoTime() - begin).as("members").isLessThan(60_000_000_000L);
            Thread.sleep(5);
        }
    }

    private static void awaitMessages(Member member, int count) throws InterruptedException {
        long begin = System.nanoTime();
        while (member.messages.size() < count) {
            assertThat(System.nanoTime() - begin).as("messages").isLessThan(60_000_000_000L);
            Thread.sleep(5);
        }
    }

    /** A busy machine may have them lose each other for a moment, and a message with it. */
    private static void sendUntilSeen(Member from, Member to, byte[] message)
            throws InterruptedException {
        long begin = System.nanoTime();
        long sent = begin - 1_000_000_000L;
        while (to.messages.isEmpty()) {
            long now = System.nanoTime();
            assertThat(now - begin).as("message").isLessThan(60_000_000_000L);
            if (now - sent >= 1_000_000_000L) {
                from.engine.send(to.engine.self(), message);
                sent = now;
            }
            Thread.sleep(5);
        }
    }

    private static ClusterKey key(Path file) throws IOException, InterruptedException {
        var tool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        var process =
                new ProcessBuilder(
                                tool.toString(),
                                "-genkeypair",
                                "-alias",
                                "azulejo",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=azulejo",
                                "-validity",
                                "365",
                                "-storetype",
                                "PKCS12",
                                "-keystore",
                                file.toString(),
                                "-storepass",
                                "azulejo")
                        .redirectErrorStream(true)
                        .start();
        var said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return ClusterKey.read(file, "azulejo");
    }

    @Test
    void messagesArriveWholeAndInOrder() throws Exception {
        var first = member(List::of, null);
        var second = member(() -> List.of(first.place), null);
        await(first, 1);
        await(second, 1);
        assertThat(second.there.getFirst()).isEqualTo(first.engine.self());
        assertThat(first.engine.self().name()).isEqualTo("127.0.0.1:" + first.place.getPort());
        var random = new Random(5);
        var sent = new ArrayList<byte[]>();
        for (int i = 0; i < 200; i++) {
            // Also longer than what is sent at a time
            byte[] message = new byte[1 + random.nextInt(i % 20 == 0 ? 1_500_000 : 2_000)];
            random.nextBytes(message);
            sent.add(message);
            second.engine.send(first.engine.self(), message);
        }
        awaitMessages(first, sent.size());
        assertThat(new ArrayList<>(first.messages))
                .usingElementComparator(Arrays::compare)
                .isEqualTo(sent);
        second.engine.close();
        await(first, 0);
        // To nobody
        first.engine.send(second.engine.self(), new byte[10]);
    }

    /** Many come as one batch, of which one must not take the others with it. */
    @Test
    void aMessageThatFailsIsSeenAndEndsNoOther() throws Exception {
        var handler = Thread.getDefaultUncaughtExceptionHandler();
        var seen = new ConcurrentLinkedQueue<String>();
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> seen.add(e.getMessage()));
        try {
            var first = member(List::of, null);
            var second = member(() -> List.of(first.place), null);
            await(first, 1);
            await(second, 1);
            for (int i = 0; i < 5_000; i++) {
                second.engine.send(first.engine.self(), new byte[i % 50 == 0 ? 13 : 1]);
            }
            second.engine.send(first.engine.self(), new byte[2]);
            while (first.messages.stream().noneMatch(message -> message.length == 2)) {
                Thread.sleep(5);
            }
            assertThat(first.messages).hasSize(4_901);
            assertThat(seen).hasSize(100).containsOnly("13");
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(handler);
        }
    }

    /** It need not be the one who lets others in. */
    @Test
    void anyMemberMayBeAsked() throws Exception {
        var first = member(List::of, null);
        var second = member(() -> List.of(first.place), null);
        await(first, 1);
        await(second, 1);
        var third = member(() -> List.of(second.place), null);
        await(third, 2);
        // Those that were there are told of together: nobody takes one for all
        assertThat(third.atOnce).containsExactly(2);
        first.engine.close();
        await(second, 1);
        member(() -> List.of(third.place), null);
        await(third, 2);
        await(second, 2);
    }

    /**
     * All places that a name may stand for are asked, not only the first, and those that it stands
     * for by now: whoever was alone when it began finds others later.
     */
    @Test
    void allPlacesAreAskedAgainAndAgain() throws Exception {
        var first = member(List::of, null);
        var nobody = new InetSocketAddress("127.0.0.1", freePort());
        var noOther = new InetSocketAddress("127.0.0.1", freePort());
        var named = new AtomicReference<>(List.of(nobody));
        var second = member(named::get, null);
        assertThat(second.there).isEmpty();
        named.set(List.of(nobody, noOther, first.place));
        await(second, 1);
        await(first, 1);
        var third = member(named::get, null);
        await(third, 2);
    }

    /** All find each other by a file, whoever is first. */
    @Test
    void membersFindEachOtherByAFile() throws Exception {
        var file = folder.resolve("members");
        for (int i = 0; i < 3; i++) {
            member(new SharedFile(file), null);
        }
        for (var member : members) {
            await(member, 2);
        }
    }

    @Test
    void withAKeyMembersProveThatTheyHaveIt() throws Exception {
        var key = key(folder.resolve("key.p12"));
        var other = key(folder.resolve("other.p12"));
        var first = member(List::of, key);
        var second = member(() -> List.of(first.place), key);
        await(first, 1);
        await(second, 1);
        second.engine.send(first.engine.self(), new byte[100_000]);
        awaitMessages(first, 1);
        assertThat(first.messages.poll()).hasSize(100_000);
        // One with another key, and one with none, stay alone, while who comes last is let in
        var stranger = alone(() -> List.of(first.place), other);
        var plain = alone(() -> List.of(first.place), null);
        var joining = new ArrayList<Thread>();
        for (var member : List.of(stranger, plain)) {
            joining.add(Thread.ofPlatform().start(() -> member.engine.join(member)));
        }
        for (var thread : joining) {
            // It knocks for a while before it is one of its own
            assertThat(thread.join(Duration.ofSeconds(60))).isTrue();
        }
        var third = member(() -> List.of(first.place), key);
        await(third, 2);
        await(first, 2);
        var friends = new Peer[] {second.engine.self(), third.engine.self()};
        assertThat(stranger.there).isEmpty();
        assertThat(plain.there).isEmpty();
        assertThat(first.there).containsExactlyInAnyOrder(friends);
        // What is no TLS at all
        sendGarbage(first.place);
        sendUntilSeen(second, first, new byte[1]);
        assertThat(first.messages).allMatch(message -> message.length == 1);
        assertThat(first.there).containsExactlyInAnyOrder(friends);
        assertThat(stranger.there).isEmpty();
        assertThat(plain.there).isEmpty();
    }

    /** Its certificate is the right one, so that nothing but the number that it says is wrong. */
    @Test
    void whoSaysAnotherNumberIsNotLetIn() throws Exception {
        var key = key(folder.resolve("key.p12"));
        var first = member(List::of, key);
        var stranger = alone(() -> List.of(first.place), OtherToken.of(key));
        assertThatThrownBy(() -> stranger.engine.join(stranger))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("was not let in");
        var second = member(() -> List.of(first.place), key);
        await(first, 1);
        await(second, 1);
        assertThat(first.there).containsExactly(second.engine.self());
        assertThat(stranger.there).isEmpty();
    }

    /** It hears nothing but that a certificate was expected. */
    @Test
    void whoHasNoCertificateIsHungUpOn() throws Exception {
        var first = member(List::of, key(folder.resolve("key.p12")));
        var anybody = SSLContext.getInstance("TLSv1.3");
        anybody.init(null, new TrustManager[] {new Trusting()}, null);
        try (var socket = anybody.getSocketFactory().createSocket()) {
            socket.connect(first.place, 5_000);
            socket.setSoTimeout(20_000);
            // Nothing is written, so that what it is told is not lost to what it has not read
            assertThatThrownBy(() -> socket.getInputStream().read())
                    .isInstanceOf(SSLException.class)
                    .hasMessageContaining("certificate");
        }
        assertThat(first.there).isEmpty();
    }

    /** Believes whoever it talks to; it has nothing to show itself. */
    private static final class Trusting implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            // Nobody is its client
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            // Whoever it is
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    /** Lengths that nobody believes, and noise. */
    @Test
    void whatConnectsAndIsNoMemberEndsNobody() throws Exception {
        var first = member(List::of, null);
        sendGarbage(first.place);
        var second = member(() -> List.of(first.place), null);
        await(first, 1);
        sendGarbage(first.place);
        sendUntilSeen(second, first, new byte[] {42});
        assertThat(first.messages).allMatch(message -> message.length == 1 && message[0] == 42);
    }

    private static void sendGarbage(InetSocketAddress place) throws IOException {
        var random = new Random(9);
        for (int i = 0; i < 20; i++) {
            try (var socket = new Socket()) {
                socket.connect(place, 1_000);
                byte[] bytes = new byte[5_000];
                random.nextBytes(bytes);
                if (i % 2 == 0) {
                    // As JGroups begins, then a length of two gigabytes
                    ByteBuffer.wrap(bytes).put("bela".getBytes(UTF_8)).putInt(Integer.MAX_VALUE);
                }
                socket.getOutputStream().write(bytes);
            } catch (IOException e) {
                // It hung up, as it should
                continue;
            }
        }
    }

    /** It begins as a member does, so that nothing but the length is wrong. */
    @Test
    void whoClaimsAVeryLongMessageIsHungUpOn() throws Exception {
        var first = member(List::of, null);
        var threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        long before = threads.getTotalThreadAllocatedBytes();
        try (var socket = new Socket()) {
            socket.connect(first.place, 5_000);
            socket.setSoTimeout(20_000);
            var out = new DataOutputStream(socket.getOutputStream());
            var own = new IpAddress("127.0.0.1", freePort());
            out.write("bela".getBytes(UTF_8));
            out.writeShort(Version.version);
            out.writeShort(own.serializedSize());
            own.writeTo(out);
            out.writeInt(Integer.MAX_VALUE);
            out.write(0);
            out.flush();
            assertThat(isHungUpOn(socket)).isTrue();
        }
        assertThat(threads.getTotalThreadAllocatedBytes() - before)
                .as("allocated")
                .isLessThan(1L << 30);
        var second = member(() -> List.of(first.place), null);
        await(first, 1);
        sendUntilSeen(second, first, new byte[] {42});
    }

    /** Whether the other side ends a connection, in whatever way, with whatever it says before. */
    private static boolean isHungUpOn(Socket socket) throws IOException {
        try {
            socket.getInputStream().readAllBytes();
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (SocketException e) {
            return true;
        }
    }

    @Test
    void aPortThatIsTakenIsToldInOneLine() throws Exception {
        var first = member(List::of, null);
        var engine = new GroupEngine(first.place, List::of, null);
        assertThatThrownBy(() -> engine.join(new Member(List::of, null)))
                .isInstanceOf(EngineException.class)
                .hasMessageStartingWith(
                        "127.0.0.1:%d: cannot listen there, or was not let in: "
                                .formatted(first.place.getPort()));
    }

    @Test
    void whatIsNoKeyIsToldInOneLine() throws Exception {
        var file = folder.resolve("key.p12");
        key(file);
        assertThatThrownBy(() -> ClusterKey.read(file, "wrong"))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining(
                        "no PKCS #12 file with a private key, or of another password");
        assertThatThrownBy(() -> ClusterKey.read(folder.resolve("none"), "azulejo"))
                .isInstanceOf(EngineException.class)
                .hasMessage(folder.resolve("none") + ": no such file");
    }
}
