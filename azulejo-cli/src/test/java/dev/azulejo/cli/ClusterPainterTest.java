package dev.azulejo.cli;

import static dev.azulejo.core.cancel.Cancellation.NEVER;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.cluster.work.WorkFile;
import dev.azulejo.scene.model.SceneException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;

/** What a worker says of models that it cannot paint. */
class ClusterPainterTest {
    @TempDir Path folder;

    private final ClusterPainter painter = new ClusterPainter(1);

    private static byte[] task(String... options) {
        var wanted = new PaintTask.Wanted(new Size(8, 8), null);
        return new PaintTask("duck.gltf", List.of(options), List.of(wanted), -1).toBytes();
    }

    private String error(byte[] task, List<WorkFile> files) {
        return PaintOutcome.of(painter.run(task, files, NEVER)).error();
    }

    /** What is wrong with a model is the same anywhere; what was changed here is not. */
    @Test
    void onlyWhatIsWrongWithTheModelIsAnOutcome() throws IOException {
        var file = Files.writeString(folder.resolve("duck.gltf"), "{");
        var files = List.of(WorkFile.of(PaintTask.MAIN, file));
        assertThat(error(task(), files)).startsWith("duck.gltf: ");
        Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
        assertThatThrownBy(() -> painter.run(task(), files, NEVER))
                .as("as long as it was, changed since")
                .isInstanceOf(SceneException.class);
        var again = List.of(WorkFile.of(PaintTask.MAIN, file));
        assertThat(error(task(), again)).startsWith("duck.gltf: ");
        Files.writeString(file, "{\"");
        assertThatThrownBy(() -> painter.run(task(), again, NEVER))
                .as("cut short")
                .isInstanceOf(SceneException.class);
        Files.delete(file);
        assertThatThrownBy(() -> painter.run(task(), again, NEVER))
                .as("gone")
                .isInstanceOf(SceneException.class);
    }

    /** Any file of a model may be what is not as it was: here the picture of surroundings. */
    @Test
    void surroundingsThatWereChangedAreNoOutcome() throws IOException {
        var room = Files.write(folder.resolve("room.hdr"), new byte[9]);
        var file = Files.writeString(folder.resolve("duck.gltf"), FrameModels.jumper());
        var files =
                List.of(
                        WorkFile.of(PaintTask.MAIN, file),
                        WorkFile.of(PaintTask.ENVIRONMENT, room));
        assertThat(error(task(), files)).isNotNull();
        Files.write(room, new byte[5]);
        assertThatThrownBy(() -> painter.run(task(), files, NEVER)).isNotNull();
        Files.write(room, RadiancePicture.file());
        var again =
                List.of(
                        WorkFile.of(PaintTask.MAIN, file),
                        WorkFile.of(PaintTask.ENVIRONMENT, room));
        assertThat(error(task("--samples=1"), again)).as("what failed is forgotten").isNull();
    }
}
