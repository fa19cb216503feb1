package dev.azulejo.cluster.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** Engines in one process, for tests: who is cut off neither sends nor receives. */
public final class MemoryNetwork {
    private final Map<Peer, Member> members = new LinkedHashMap<>();

    /** Makes a member, which joins later. */
    public Member member(String name) {
        return new Member(new Peer(name + "@" + System.nanoTime(), name));
    }

    private synchronized List<Member> others(Member one) {
        var others = new ArrayList<>(members.values());
        others.remove(one);
        return others;
    }

    private synchronized Member find(Peer peer) {
        return members.get(peer);
    }

    /** A member; its events are handed on by a thread of its own, in order. */
    public final class Member implements Engine {
        private final Peer self;
        private final LinkedBlockingQueue<Runnable> events = new LinkedBlockingQueue<>();

        /** So many messages cannot be sent. */
        public final AtomicInteger failsToSend = new AtomicInteger();

        /** While a test holds it nothing is sent. */
        public final ReentrantLock holdSending = new ReentrantLock();

        /** See {@link Engine#longest}. */
        public volatile int longest = 1 << 30;

        private EngineListener listener;
        private Thread thread;

        private Member(Peer self) {
            this.self = self;
        }

        @Override
        public int longest() {
            return longest;
        }

        @Override
        public void join(EngineListener told) {
            listener = told;
            thread = Thread.ofVirtual().start(this::run);
            synchronized (MemoryNetwork.this) {
                var there = others(this).stream().map(other -> other.self).toList();
                for (var other : others(this)) {
                    other.events.add(() -> other.listener.joined(List.of(self)));
                }
                if (!there.isEmpty()) {
                    events.add(() -> listener.joined(there));
                }
                members.put(self, this);
            }
        }

        private void run() {
            try {
                while (true) {
                    events.take().run();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public Peer self() {
            return self;
        }

        @Override
        public void send(Peer to, byte[] message) {
            holdSending.lock();
            holdSending.unlock();
            if (failsToSend.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
                throw new Error("on purpose");
            }
            var other = find(to);
            if (other != null && find(self) == this) {
                other.events.add(() -> other.listener.received(self, message.clone()));
            }
        }

        /** Cuts it off, as a network may: both sides are told that the other is lost. */
        public void cutOff() {
            synchronized (MemoryNetwork.this) {
                if (members.remove(self) == null) {
                    return;
                }
                for (var other : others(this)) {
                    other.events.add(() -> other.listener.left(self));
                    events.add(() -> listener.left(other.self));
                }
            }
        }

        /** Lets it in again, as the member that it was. */
        public void letIn() {
            synchronized (MemoryNetwork.this) {
                for (var other : others(this)) {
                    other.events.add(() -> other.listener.joined(List.of(self)));
                    events.add(() -> listener.joined(List.of(other.self)));
                }
                members.put(self, this);
            }
        }

        /** Tells it of a member that it knows. */
        public void isToldAgainOf(Peer other) {
            events.add(() -> listener.joined(List.of(other)));
        }

        /** What comes of a pause of another: it is lost here, and comes again, and sees nothing. */
        public void losesForAWhile(Peer other) {
            events.add(() -> listener.left(other));
            events.add(() -> listener.joined(List.of(other)));
        }

        @Override
        public void close() {
            cutOff();
            if (thread != null) {
                thread.interrupt();
            }
        }
    }
}
