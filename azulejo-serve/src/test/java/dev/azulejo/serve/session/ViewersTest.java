package dev.azulejo.serve.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;
import dev.azulejo.serve.message.ClientMessage;
import dev.azulejo.serve.message.Setting;
import dev.azulejo.serve.picture.ClientPicture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** What one of those who look does not do to the others. */
class ViewersTest {
    private final FailingStore store = new FailingStore();
    private final AtomicLong aheadNs = new AtomicLong();
    private final Viewers viewers =
            new Viewers(
                    store,
                    new ServeLimits(3, 60, 1920 * 1080, 300),
                    1,
                    Kernels.SCALAR,
                    () -> System.nanoTime() + aheadNs.get());

    @AfterEach
    void end() {
        viewers.close();
        store.close();
    }

    /** Two scenes, the second of which can be made to fail. */
    private static final class FailingStore extends SceneStore {
        private volatile Supplier<Throwable> failure;

        FailingStore() {
            super(
                    List.of(
                            new Served("good", DemoScenes.create("demo:teapot")),
                            new Served("bad", DemoScenes.create("demo:teapot"))),
                    List.of());
        }

        @Override
        synchronized Session open(
                SessionState state, RenderSettings settings, DeviceOptions options) {
            var now = failure;
            if (now != null && state.scene().equals("bad")) {
                FailingStore.<RuntimeException>fail(now.get());
            }
            return super.open(state, settings, options);
        }

        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
        private static <T extends Throwable> void fail(Throwable what) throws T {
            throw (T) what;
        }
    }

    /** Says that it has shown whatever comes. */
    private final class Client implements Outlet {
        private final ClientPicture picture = new ClientPicture();
        private Viewers.Joined joined;
        private final AtomicInteger painted = new AtomicInteger();
        private final List<String> texts = new CopyOnWriteArrayList<>();
        private final List<Integer> widths = new CopyOnWriteArrayList<>();
        private volatile String end;

        /** Whether it takes long to show what comes. */
        private volatile boolean slow;

        /** Whether it turns on as soon as it has shown what comes. */
        private volatile boolean turns;

        Client join(byte[] session) {
            return join(session, 64, 48);
        }

        Client join(byte[] session, int width, int height) {
            joined = viewers.join(new ClientMessage.Hello(session, width, height, ""), this);
            return this;
        }

        Client join() {
            return join(ClientMessage.NO_SESSION);
        }

        @Override
        public void frame(byte[] bytes) {
            int number = picture.show(bytes).number();
            widths.add((int) ByteBuffer.wrap(bytes).getShort(10));
            aheadNs.addAndGet(slow ? 400_000_000 : 0);
            Thread.startVirtualThread(
                    () -> {
                        say(new ClientMessage.Shown(number, 10));
                        // Before that its way would take what others make of the clock meanwhile
                        painted.incrementAndGet();
                        if (turns) {
                            say(new ClientMessage.Drag(number, false, 0.1f, 0));
                        }
                    });
        }

        @Override
        public boolean isBusy() {
            return false;
        }

        @Override
        public void text(String json) {
            texts.add(json);
        }

        @Override
        public void end(String reason) {
            end = reason;
        }

        void say(ClientMessage message) {
            viewers.take(joined.viewer(), message);
        }

        /** Turns until a picture comes of it. */
        void assertPainted() {
            int before = painted.get();
            say(new ClientMessage.Drag(1, false, 0.1f, 0));
            await(() -> painted.get() > before);
        }
    }

    /**
     * Who turns all of the time gets about as many pictures as anybody else who does, where they
     * are so large that there is no time between them.
     */
    @Test
    void whoTurnsAtOnceSharesTheMachine() {
        var clients = List.of(new Client(), new Client(), new Client());
        for (var client : clients) {
            client.join(ClientMessage.NO_SESSION, 1280, 720);
            client.turns = true;
            client.assertPainted();
        }
        // Until all is compiled, pictures take unequally long, which is made up for
        await(() -> clients.stream().allMatch(client -> client.painted.get() > 20));
        var before = clients.stream().map(client -> client.painted.get()).toList();
        int sum = before.stream().mapToInt(count -> count).sum();
        await(() -> clients.stream().mapToInt(client -> client.painted.get()).sum() > sum + 150);
        int least = Integer.MAX_VALUE;
        int most = 0;
        for (int i = 0; i < clients.size(); i++) {
            int count = clients.get(i).painted.get() - before.get(i);
            least = Math.min(least, count);
            most = Math.max(most, count);
        }
        assertThat(most).as("pictures, %d at least", least).isLessThanOrEqualTo(2 * least);
        clients.forEach(client -> client.turns = false);
    }

    private static void await(BooleanSupplier what) {
        for (int i = 0; i < 3000 && !what.getAsBoolean(); i++) {
            try {
                TimeUnit.MILLISECONDS.sleep(10);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        assertThat(what.getAsBoolean()).isTrue();
    }

    /** Whatever opening a scene throws: the others are painted for, and the one is told. */
    @Test
    void whoCannotBePaintedForHoldsUpNobody() {
        var good = new Client().join();
        var bad = new Client().join();
        good.assertPainted();
        bad.assertPainted();
        for (Supplier<Throwable> failure :
                List.<Supplier<Throwable>>of(
                        () -> new OutOfMemoryError("for a test"),
                        () -> new SceneException("it does not fit"),
                        () -> new IllegalStateException("for a test"))) {
            store.failure = failure;
            bad.texts.clear();
            bad.say(new ClientMessage.Set(2, Setting.SCENE, 1));
            await(() -> bad.texts.stream().anyMatch(text -> text.contains("refused")));
            // It goes on with what could be painted
            await(() -> bad.joined.viewer().state().scene().equals("good"));
            good.assertPainted();
            bad.assertPainted();
        }
        assertThat(bad.end).isNull();
        // What nobody expects ends this one's session
        store.failure = () -> new StackOverflowError("for a test");
        bad.say(new ClientMessage.Set(3, Setting.SCENE, 1));
        await(() -> bad.end != null);
        assertThat(bad.end).isEqualTo("the session has ended");
        await(() -> viewers.size() == 1);
        good.assertPainted();
        assertThat(viewers.isUp()).isTrue();
        viewers.close();
        assertThat(viewers.isUp()).isFalse();
    }

    /** What others have found out of the machine is where somebody new begins. */
    @Test
    void whoIsNewBeginsAsSmallAsOthers() {
        var late = new Client().join();
        late.assertPainted();
        late.slow = true;
        for (int i = 0; i < 100 && late.joined.viewer().step() < RateControl.STEPS - 1; i++) {
            late.assertPainted();
        }
        late.slow = false;
        late.assertPainted();
        // What was under way before may have been the picture
        await(() -> late.widths.contains(22));
        assertThat(late.widths).startsWith(64).contains(22);
        var next = new Client().join();
        await(() -> !next.widths.isEmpty());
        assertThat(next.widths.getFirst()).isEqualTo(22);
        // At rest it is as large as its window
        await(() -> next.widths.contains(64));
        // Nothing moves any more, elsewhere either: there is room
        aheadNs.addAndGet(3_000_000_000L);
        var last = new Client().join();
        await(() -> !last.widths.isEmpty());
        assertThat(last.widths.getFirst()).isEqualTo(64);
    }

    /** Ways that came before a scene fails: they are not tried again and again. */
    @Test
    void whatCannotBeTurnedIsLeftAlone() {
        var bad = new Client().join();
        bad.say(new ClientMessage.Set(1, Setting.SCENE, 1));
        bad.assertPainted();
        await(() -> bad.joined.viewer().state().scene().equals("bad"));
        store.failure = () -> new OutOfMemoryError("for a test");
        bad.texts.clear();
        // Another size has to be opened, while a way is begun with
        bad.say(new ClientMessage.Resize(80, 48));
        bad.say(new ClientMessage.Drag(2, false, 0.1f, 0));
        await(() -> bad.texts.stream().anyMatch(text -> text.contains("refused")));
        store.failure = null;
        bad.assertPainted();
        assertThat(bad.end).isNull();
    }

    /** Who reloads a page again and again without its session's name locks nobody out. */
    @Test
    void whoIsGoneForLongestMakesRoom() {
        var stays = new Client().join();
        var first = new Client().join();
        viewers.leave(first.joined.viewer(), first);
        var second = new Client().join();
        viewers.leave(second.joined.viewer(), second);
        assertThat(viewers.size()).isEqualTo(3);
        var third = new Client().join();
        assertThat(viewers.size()).isEqualTo(3);
        // The first is gone, the second can be gone on with
        var again = new Client().join(HexFormat.of().parseHex(second.joined.id()));
        assertThat(again.joined.viewer()).isSameAs(second.joined.viewer());
        // Now somebody is at each of them
        assertThatThrownBy(() -> new Client().join(HexFormat.of().parseHex(first.joined.id())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("all 3 sessions are taken");
        for (int i = 0; i < 20; i++) {
            viewers.leave(third.joined.viewer(), third);
            third = new Client().join();
        }
        assertThat(viewers.size()).isEqualTo(3);
        stays.assertPainted();
        assertThat(stays.end).isNull();
    }
}
