package dev.azulejo.cli;

import static dev.azulejo.core.cancel.Cancellation.NEVER;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.cluster.message.ByteReader;
import dev.azulejo.cluster.work.WorkFile;
import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.scene.model.SceneException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** What a worker says of tiles that are what they were in the picture before. */
class FramePainterTest {
    private static final List<String> OPTIONS =
            List.of(
                    "--size=64x64",
                    "--samples=1",
                    "--tile=16",
                    "--animate",
                    "--fps=1",
                    "--shadows=off",
                    "--camera=0",
                    "--kernels=scalar",
                    "--reuse=tiles");

    @TempDir Path folder;

    private final FramePainter painter = new FramePainter(1);
    private final Pixels shown = Pixels.blank(64, 64, TextureFormat.RGBA8_SRGB);
    private List<WorkFile> files;

    @BeforeEach
    void model() throws IOException {
        var file = Files.writeString(folder.resolve("jumper.gltf"), FrameModels.jumper());
        files = List.of(WorkFile.of(PaintTask.MAIN, file));
    }

    @AfterEach
    void rest() {
        painter.rest();
    }

    private byte[] task(int parts, int frame, int part) {
        var split = new FrameSplit(FrameSplit.BINS, parts);
        var sequence = new FrameTask.Sequence("jumper.gltf", OPTIONS);
        return new FrameTask(sequence, split, frame, part, true).toBytes();
    }

    private int kept(int parts, int frame, int part) {
        var outcome = FrameOutcome.of(painter.run("job", task(parts, frame, part), files, NEVER));
        assertThat(outcome.error()).isNull();
        assertThat(outcome.frames()).isEqualTo(4);
        var map = new FrameSplit(FrameSplit.BINS, parts).map(new Size(64, 64));
        var in = new ByteReader(outcome.pixels());
        return PartPixels.unpack(in, map, part, frame == 0, shown).kept();
    }

    /**
     * The square stands, jumps, and stands: what is told of is the picture before, and no other.
     */
    @Test
    void tilesAreOnlyWhatTheyWereInThePictureBefore() {
        assertThat(kept(1, 0, 0)).isZero();
        assertThat(kept(1, 0, 0)).as("again: whoever asks has no picture before").isZero();
        assertThat(kept(1, 1, 0)).isEqualTo(16);
        assertThat(kept(1, 1, 0)).as("again: it is not the one before that it shows").isZero();
        assertThat(kept(1, 2, 0)).as("all but where it was, and where it is").isEqualTo(14);
        assertThat(kept(1, 0, 0)).isZero();
        assertThat(kept(1, 2, 0)).as("somebody else had the one before").isZero();
        assertThat(kept(1, 3, 0)).isEqualTo(16);
        int[] last = shown.codes().clone();
        painter.rest();
        Arrays.fill(shown.codes(), 0);
        assertThat(kept(1, 3, 0)).as("from nothing").isZero();
        assertThat(shown.codes()).isEqualTo(last);
    }

    /** What is half painted is no picture before another. */
    @Test
    void aPictureThatWasStoppedIsNotGoneOnFrom() {
        assertThat(kept(1, 0, 0)).isZero();
        var asked = new AtomicInteger();
        var soon = Cancellation.when(() -> asked.incrementAndGet() > 3);
        assertThatThrownBy(() -> painter.run("job", task(1, 1, 0), files, soon))
                .isInstanceOf(CancelledException.class);
        assertThat(kept(1, 1, 0)).isZero();
        assertThat(kept(1, 2, 0)).isEqualTo(14);
    }

    /** Whatever was kept is of other parts; the scene is the same. */
    @Test
    void picturesThatAreCutInAnotherWayBeginAnew() {
        assertThat(kept(1, 0, 0)).isZero();
        assertThat(kept(1, 1, 0)).isEqualTo(16);
        assertThat(kept(2, 2, 0)).isZero();
        assertThat(kept(2, 2, 1)).isZero();
        assertThat(kept(2, 3, 1)).as("cut like this before").isEqualTo(8);
        assertThat(kept(1, 3, 0)).isZero();
        var again = FrameOutcome.of(painter.run("job", task(4, 3, 3), files, NEVER));
        assertThat(again.prepared()).isZero();
    }

    /** Each part has its own picture before; four tiles each. */
    @Test
    void partsAreRememberedOneByOne() {
        for (int part = 0; part < 4; part++) {
            assertThat(kept(4, 0, part)).isZero();
        }
        assertThat(kept(4, 1, 2)).isEqualTo(4);
        assertThat(kept(4, 1, 0)).isEqualTo(4);
        assertThat(kept(4, 1, 1)).isEqualTo(4);
        // Somebody else has the last part of this one
        assertThat(kept(4, 2, 1)).as("it comes").isEqualTo(3);
        assertThat(kept(4, 2, 3)).as("it shows the first").isZero();
        assertThat(kept(4, 2, 0)).as("it leaves").isEqualTo(3);
        assertThat(kept(4, 2, 2)).isEqualTo(4);
    }

    /** Who asks need not have shown what was rendered for somebody else before. */
    @Test
    void allComesForWhoDoesNotShowThePictureBefore() {
        assertThat(kept(1, 0, 0)).isZero();
        var split = new FrameSplit(FrameSplit.BINS, 1);
        var sequence = new FrameTask.Sequence("jumper.gltf", OPTIONS);
        byte[] task = new FrameTask(sequence, split, 1, 0, false).toBytes();
        var outcome = FrameOutcome.of(painter.run("another job", task, files, NEVER));
        assertThat(outcome.prepared()).isZero();
        var in = new ByteReader(outcome.pixels());
        var map = split.map(new Size(64, 64));
        assertThat(PartPixels.unpack(in, map, 0, true, shown).kept()).isZero();
        assertThat(kept(1, 2, 0)).as("it goes on from there").isEqualTo(14);
    }

    /** What was prepared for a part that nobody wants any more is there for the next. */
    @Test
    void aPartThatIsNotWantedLeavesWhatItPrepared() {
        var cancelled = new Cancellation();
        cancelled.cancel();
        assertThatThrownBy(() -> painter.run("job", task(1, 0, 0), files, cancelled))
                .isInstanceOf(CancelledException.class);
        assertThat(kept(1, 0, 0)).isZero();
        assertThatThrownBy(() -> painter.run("job", task(1, 1, 0), files, cancelled))
                .isInstanceOf(CancelledException.class);
        assertThat(kept(1, 1, 0)).as("it had not begun").isEqualTo(16);
    }

    /** What is wrong with a scene is the same anywhere; a file that is gone is gone here. */
    @Test
    void onlyWhatIsWrongWithTheSceneIsAnOutcome() throws IOException {
        var broken = Files.writeString(folder.resolve("broken.gltf"), "{");
        files = List.of(WorkFile.of(PaintTask.MAIN, broken));
        var outcome = FrameOutcome.of(painter.run("job", task(1, 0, 0), files, NEVER));
        assertThat(outcome.error()).startsWith("jumper.gltf: ");
        Files.writeString(broken, "{\"");
        assertThatThrownBy(() -> painter.run("job", task(1, 0, 0), files, NEVER))
                .as("cut short here")
                .isInstanceOf(SceneException.class);
        Files.delete(broken);
        assertThatThrownBy(() -> painter.run("job", task(1, 0, 0), files, NEVER))
                .isInstanceOf(SceneException.class);
    }

    /** What was rendered is packed when the scene shows something else, or is gone. */
    @Test
    void partsArePackedAsTheyWereRendered() {
        assertThat(kept(1, 0, 0)).isZero();
        int[] first = shown.codes().clone();
        assertThat(kept(1, 2, 0)).isZero();
        int[] third = shown.codes().clone();
        assertThat(third).isNotEqualTo(first);
        var split = new FrameSplit(FrameSplit.BINS, 1);
        var content = ClusterContent.of(files);
        var command = TaskOptions.readSequence(OPTIONS, null);
        FrameScene.Rendered before;
        FrameScene.Rendered after;
        try (var scene =
                FrameScene.open(
                        command,
                        wish -> content.load("jumper.gltf", command.limits(wish), 1, wish),
                        1,
                        NEVER)) {
            before = scene.render(FrameTask.of(task(1, 0, 0)), NEVER);
            after = scene.render(FrameTask.of(task(1, 2, 0)), NEVER);
        }
        var map = split.map(new Size(64, 64));
        var wanted = List.of(third, first);
        var parts = List.of(after, before);
        for (int i = 0; i < 2; i++) {
            PartPixels.unpack(new ByteReader(parts.get(i).pack().pixels()), map, 0, true, shown);
            assertThat(shown.codes()).isEqualTo(wanted.get(i));
        }
    }

    /** What ended in the middle, and nobody knows why, is not gone on with. */
    @Test
    void aSceneThatFailedIsPreparedAnew() {
        assertThat(prepared("job", 40)).isEqualTo(1);
        assertThat(prepared("job", 40)).isZero();
        var asked = new AtomicInteger();
        var fails =
                Cancellation.when(
                        () -> {
                            if (asked.incrementAndGet() > 3) {
                                throw new IllegalStateException("on purpose");
                            }
                            return false;
                        });
        var split = new FrameSplit(FrameSplit.BINS, 1);
        var options = List.of("--size=40x8", "--kernels=scalar", "--samples=1");
        var sequence = new FrameTask.Sequence("jumper.gltf", options);
        byte[] task = new FrameTask(sequence, split, 0, 0, false).toBytes();
        assertThatThrownBy(() -> painter.run("job", task, files, fails))
                .hasStackTraceContaining("on purpose");
        assertThat(prepared("job", 40)).isEqualTo(1);
    }

    /** Of each job once, however many parts it has; again to one that was over. */
    @Test
    void aJobIsToldOnceWhatThereIsToTell() {
        var split = new FrameSplit(FrameSplit.BINS, 2);
        var options = List.of("--size=16x16", "--kernels=scalar", "--line-width=2", "--camera=0");
        var sequence = new FrameTask.Sequence("jumper.gltf", options);
        var said = new StringBuilder();
        for (var job : List.of("a", "a", "b", "a", "b", "c", "c")) {
            byte[] task = new FrameTask(sequence, split, 0, said.length() % 2, false).toBytes();
            var told = FrameOutcome.of(painter.run(job, task, files, NEVER)).told();
            assertThat(told).allMatch(line -> line.startsWith("note: --line-width: "));
            said.append(told.size());
            if (said.length() == 5) {
                painter.over("b");
            }
        }
        assertThat(said).hasToString("1010010");
        byte[] task = new FrameTask(sequence, split, 0, 0, false).toBytes();
        assertThat(FrameOutcome.of(painter.run("b", task, files, NEVER)).told()).hasSize(1);
    }

    private int prepared(Object job, int size) {
        var split = new FrameSplit(FrameSplit.BINS, 1);
        var options = List.of("--size=" + size + "x8", "--kernels=scalar", "--samples=1");
        var sequence = new FrameTask.Sequence("jumper.gltf", options);
        byte[] task = new FrameTask(sequence, split, 0, 0, false).toBytes();
        var outcome = FrameOutcome.of(painter.run(job, task, files, NEVER));
        assertThat(outcome.error()).isNull();
        return outcome.prepared();
    }

    /** As many as jobs go on, in turn, each once; of those that are over two. */
    @Test
    void whatJobsThatGoOnHaveIsKept() {
        for (int turn = 0; turn < 3; turn++) {
            for (int job = 0; job < 5; job++) {
                assertThat(prepared(job, 8 + job)).as("%d", job).isEqualTo(turn == 0 ? 1 : 0);
            }
        }
        painter.over(0);
        painter.over(1);
        assertThat(prepared(5, 8)).as("two are kept").isZero();
        painter.over(2);
        painter.over(5);
        assertThat(prepared(6, 9)).as("of three that which was not used longest").isEqualTo(1);
        assertThat(prepared(3, 11)).as("it goes on").isZero();
        assertThat(prepared(4, 12)).as("it goes on").isZero();
        for (int job = 10; job < 10 + FramePainter.MOST; job++) {
            assertThat(prepared(job, 10 + job)).isEqualTo(1);
        }
        assertThat(prepared(4, 12)).as("more than all that are kept").isEqualTo(1);
    }

    /** Other content is another scene, whatever it is called. */
    @Test
    void otherContentIsAnotherScene() throws IOException {
        assertThat(kept(1, 0, 0)).isZero();
        int[] before = shown.codes().clone();
        var text =
                FrameModels.jumper()
                        .replace("\"xmag\": 1, \"ymag\": 1", "\"xmag\": 2, \"ymag\": 2");
        var file = Files.writeString(folder.resolve("other.gltf"), text);
        files = List.of(WorkFile.of(PaintTask.MAIN, file));
        assertThat(kept(1, 1, 0)).isZero();
        assertThat(shown.codes()).isNotEqualTo(before);
    }
}
