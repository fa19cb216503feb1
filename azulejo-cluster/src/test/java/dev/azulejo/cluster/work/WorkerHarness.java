package dev.azulejo.cluster.work;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.azulejo.cluster.content.ContentHash;
import dev.azulejo.cluster.content.ContentStore;
import dev.azulejo.cluster.engine.EngineListener;
import dev.azulejo.cluster.engine.MemoryNetwork;
import dev.azulejo.cluster.engine.Peer;
import dev.azulejo.cluster.message.Message;
import dev.azulejo.cluster.message.MessageCodec;
import dev.azulejo.core.cancel.Cancellation;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Workers, and coordinators, of which some do only what a test has them say. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class WorkerHarness {
    @TempDir Path folder;

    final MemoryNetwork network = new MemoryNetwork();
    final List<AutoCloseable> open = new ArrayList<>();
    private final List<String> log = new ArrayList<>();

    synchronized void note(String line) {
        log.add(line);
    }

    synchronized List<String> log() {
        return List.copyOf(log);
    }

    @AfterEach
    void close() throws Exception {
        for (var one : open.reversed()) {
            one.close();
        }
    }

    Coordinator coordinator(String name) {
        var coordinator =
                new Coordinator(network.member(name), "1.0", 1 << 24, System::nanoTime, this::note);
        coordinator.join();
        open.add(coordinator);
        return coordinator;
    }

    WorkerNode worker(String name, int slots, long bound, UnitWork work) throws IOException {
        return worker(network.member(name), slots, bound, work);
    }

    WorkerNode worker(MemoryNetwork.Member member, int slots, long bound, UnitWork work)
            throws IOException {
        var store = new ContentStore(folder.resolve(member.self().name()), bound, true);
        var node = new WorkerNode(member, "1.0", slots, store, work, this::note);
        node.join();
        open.add(node);
        return node;
    }

    WorkFile file(String name, int size) throws IOException {
        byte[] bytes = new byte[size];
        new Random(name.hashCode()).nextBytes(bytes);
        return WorkFile.of(name, Files.write(folder.resolve(name), bytes));
    }

    /** Joins what the files hold; what each is called comes before. */
    static byte[] joined(byte[] task, List<WorkFile> files, Cancellation cancellation) {
        var text = new StringBuilder(new String(task, UTF_8));
        for (var file : files) {
            try {
                text.append(' ').append(file.name()).append('=');
                text.append(ContentHash.of(file.place()));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
        return text.toString().getBytes(UTF_8);
    }

    static String text(Ticket ticket) throws InterruptedException {
        var result = ticket.await(20_000);
        return result.failure() != null ? result.failure() : new String(result.bytes(), UTF_8);
    }

    /** A coordinator by hand: it says only what a test has it say. */
    final class Hand implements EngineListener {
        final MemoryNetwork.Member member;
        final LinkedBlockingQueue<Message> messages = new LinkedBlockingQueue<>();
        final Peer to;

        Hand(WorkerNode node) {
            this("hand", node);
        }

        Hand(String name, WorkerNode node) {
            member = network.member(name);
            member.join(this);
            to = node.self();
        }

        @Override
        public void joined(List<Peer> peers) {}

        @Override
        public void left(Peer peer) {}

        @Override
        public void received(Peer from, byte[] message) {
            messages.add(MessageCodec.decode(message));
        }

        void say(Message message) {
            member.send(to, MessageCodec.encode(message));
        }

        /** It offers a job, which the worker takes. */
        void offers(long job) throws InterruptedException {
            say(new Message.Offer(job, "1.0"));
            assertThat(next(Message.Ready.class).job()).isEqualTo(job);
        }

        /** It gives a unit of a job, whose task is its number. */
        void gives(long job, int unit, WorkFile... files) {
            var content = Stream.of(files).map(WorkFile::content).toList();
            say(new Message.Work(job, unit, new byte[] {(byte) unit}, content));
        }

        /** It sends a file as a whole, as it was asked for. */
        void sends(Message.Need need, WorkFile file) throws IOException {
            byte[] bytes = Files.readAllBytes(file.place());
            say(new Message.Piece(need.job(), need.transfer(), file.hash(), 0, true, bytes));
        }

        /** What it says is taken in, and answered before anything else. */
        void isIdle() throws InterruptedException {
            say(new Message.Check(999));
            assertThat(next(Message.Unknown.class).job()).isEqualTo(999);
        }

        <M extends Message> M next(Class<M> kind) throws InterruptedException {
            var message = messages.poll(20, TimeUnit.SECONDS);
            assertThat(message).isInstanceOf(kind);
            return kind.cast(message);
        }
    }
}
