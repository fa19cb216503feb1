package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.reuse.ChunkGate;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Two chunks, and what each feed says about them to whom, in order. */
class ChunkFeedTest {
    private final List<String> said = new ArrayList<>();
    private final WorkerPool pool = new WorkerPool(1);
    private final RunGuide filter =
            new RunGuide() {
                @Override
                public boolean wants(int worker, int chunk, ChunkOutput output) {
                    return true;
                }

                @Override
                public boolean thins() {
                    return thins;
                }

                @Override
                public void ended(int worker, ChunkOutput chunk, int index, boolean binned) {
                    said.add("ended %d %b".formatted(index, binned));
                }
            };
    private final RunState state = new RunState(filter);
    private final GeometrySource source =
            new OrderedSource(state, pool, new GeometryWorker[0], (worker, chunk, index) -> {});
    private final ChunkGate gate = recorded(ChunkGate.class);
    private final PixelStage pixels = recorded(PixelStage.class);
    private boolean thins;
    private boolean hashes = true;

    @BeforeEach
    void begin() {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(1, 1, 2, 2, 14, 14, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(1, 1, 18, 2, 46, 14, 0.5f).draw(commands, Sheet.OPAQUE);
        Phase phase = Sheet.cut(commands, EarlyZ.OFF, new Counts());
        state.begin(phase);
        assertThat(Fixture.outputs(phase)).hasSize(2);
    }

    @AfterEach
    void close() {
        pool.close();
    }

    /** Writes down who was asked what; the second chunk touches no tile. */
    private <T> T recorded(Class<T> kind) {
        return kind.cast(
                Proxy.newProxyInstance(
                        kind.getClassLoader(),
                        new Class<?>[] {kind},
                        (proxy, method, arguments) ->
                                switch (method.getName()) {
                                    case "bin" -> {
                                        said.add("bin " + arguments[2]);
                                        yield (int) arguments[2] == 0;
                                    }
                                    case "note" -> said("note " + number(arguments[0]));
                                    case "hash" ->
                                            said(
                                                    "hash %s %s"
                                                            .formatted(
                                                                    number(arguments[1]),
                                                                    arguments[2]));
                                    case "expect" -> {
                                        assertThat(arguments[0]).isSameAs(state.outputs());
                                        yield said(
                                                "expect %s %s"
                                                        .formatted(arguments[1], arguments[2]));
                                    }
                                    case "hashes" -> hashes;
                                    default -> said(method.getName());
                                }));
    }

    private Object said(String what) {
        said.add(what);
        return null;
    }

    private int number(Object chunk) {
        return Arrays.asList(state.outputs()).indexOf(chunk);
    }

    private void takeBoth(ChunkFeed feed) {
        feed.use(gate);
        feed.take(0, state.outputs()[0], 0);
        feed.take(0, state.outputs()[1], 1);
    }

    @Test
    void whoOnlyLooksNotesTiles() {
        var feed = new ChunkFeed.Noted();
        feed.open(source, false);
        takeBoth(feed);
        feed.close(true, false);
        feed.close(false, true);
        assertThat(said).containsExactly("note 0", "note 1");
        assertThat(feed.draws()).isFalse();
    }

    @Test
    void chunksOfAPhaseAreHashedAsTheyCome() {
        var feed = new ChunkFeed.OfPhase(pixels, state);
        takeBoth(feed);
        assertThat(feed.draws()).isTrue();
        assertThat(said)
                .containsExactly(
                        "bin 0",
                        "ended 0 true",
                        "note 0",
                        "hash 0 0",
                        "bin 1",
                        "ended 1 false",
                        "note 1",
                        "hash 1 1");
    }

    @ParameterizedTest
    @CsvSource({"false, false, false", "true, false, true", "false, true, true"})
    void trianglesMayBeMissingWhereSomebodyDropsThem(boolean culls, boolean thinned, boolean may) {
        thins = thinned;
        var feed = new ChunkFeed.OfPhase(pixels, state);
        feed.use(gate);
        feed.open(source, culls);
        assertThat(said).containsExactly("expect 2 " + may);
    }

    /** A source that takes in a window at a time knows at its beginning how many are to come. */
    @Test
    void allChunksOfAPhaseAreExpectedThoughNoneHasCome() {
        var feed = new ChunkFeed.OfPhase(pixels, state);
        feed.use(gate);
        feed.open(new WindowSource(state, pool, new GeometryWorker[0], null, null), false);
        assertThat(said).containsExactly("expect 2 false");
    }

    @Test
    void aSecondWindowIsToldBeforeTheFirstIsRendered() {
        for (ChunkFeed feed :
                List.of(
                        new ChunkFeed.OfPhase(pixels, state),
                        new ChunkFeed.OfWindow(pixels, pool))) {
            said.clear();
            feed.use(gate);
            feed.close(true, false);
            assertThat(said).containsExactly("windowed");
            feed.close(false, false);
            feed.close(false, true);
            assertThat(said).containsExactly("windowed");
        }
    }

    @Test
    void theOnlyWindowOfAPhaseSaysNothing() {
        var feed = new ChunkFeed.OfPhase(pixels, state);
        feed.use(gate);
        feed.close(true, true);
        assertThat(said).isEmpty();
    }

    /** They are known, and known to be all, only when the window has been taken in. */
    @ParameterizedTest
    @CsvSource({"false", "true"})
    void chunksOfAWindowAreHashedWhenItIsTheOnlyOne(boolean culls) {
        var feed = new ChunkFeed.OfWindow(pixels, pool);
        feed.use(gate);
        feed.open(source, culls);
        takeBoth(feed);
        assertThat(said).containsExactly("bin 0", "note 0", "bin 1", "note 1");
        said.clear();
        feed.close(true, true);
        assertThat(said).containsExactly("expect 2 " + culls, "hash 0 0", "hash 1 1");
        said.clear();
        hashes = false;
        feed.close(true, true);
        assertThat(said).containsExactly("expect 2 " + culls);
        assertThat(feed.draws()).isTrue();
    }
}
