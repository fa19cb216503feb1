package dev.azulejo.cli;

import dev.azulejo.cluster.engine.EngineException;
import dev.azulejo.cluster.message.CodecException;
import dev.azulejo.core.cancel.Cancellation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Has the workers of a cluster paint the models of a batch. Names, files, results and what goes on
 * after a break are those of every batch: only who paints is somebody else.
 *
 * <p>Threads: that of the command; those of the batch wait for workers.
 */
final class ClusterBatch {
    /** Models under way, from reading them to writing their pictures. */
    private static final int MODELS = 64;

    private final RenderCommand command;
    private final List<String> options;
    private final long timeNs;
    private ClusterJob job;

    /** Makes one of options that were checked. */
    ClusterBatch(RenderCommand command) {
        this.command = command;
        options = TaskOptions.given(command.spec.commandLine().getParseResult());
        var time = command.batch.time();
        timeNs = time == null ? -1 : time.toNanos();
    }

    /** Has models painted; returns whether some failed. */
    boolean run(List<BatchModel> models) {
        models.forEach(model -> check(model.source(), model.pictures()));
        try (var opened = ClusterJob.open(command, Integer.MAX_VALUE, Cancellation.NEVER)) {
            job = opened;
            BatchCommand.makeFolder(command);
            boolean failed =
                    BatchCommand.run(
                            command, models, this::paint, null, Math.min(MODELS, models.size()));
            ClusterPlaces.tell(job.text("models", ""));
            return failed;
        } catch (EngineException e) {
            throw new UserException("--cluster " + e.getMessage());
        }
    }

    private BatchRun.Painted paint(
            String model, List<BatchModel.Picture> pictures, Cancellation cancellation) {
        var files = new ArrayList<Path>();
        pictures.forEach(picture -> files.addAll(picture.files()));
        var outputs = Outputs.files(cancellation);
        files.forEach(outputs::check);
        var task = task(model, pictures).toBytes();
        var ticket = job.submit(task, job.content(model, cancellation));
        var outcome = outcome(job.await(ticket, cancellation));
        for (int i = 0; i < Math.min(files.size(), outcome.files().size()); i++) {
            byte[] bytes = outcome.files().get(i);
            outputs.write(files.get(i), out -> out.write(bytes));
        }
        if (outcome.error() == null && outcome.files().size() != files.size()) {
            throw new UserException(
                    "%s: a worker made %d files, %d expected"
                            .formatted(model, outcome.files().size(), files.size()));
        }
        return new BatchRun.Painted(outcome.warnings(), outcome.error(), outcome.elapsedNs());
    }

    private void check(String model, List<BatchModel.Picture> pictures) {
        try {
            task(model, pictures).check();
        } catch (UserException e) {
            throw new UserException("--cluster: " + e.getMessage());
        }
    }

    private PaintTask task(String model, List<BatchModel.Picture> pictures) {
        var wanted =
                pictures.stream()
                        .map(each -> new PaintTask.Wanted(each.size(), each.camera()))
                        .toList();
        return new PaintTask(model, options, wanted, timeNs);
    }

    private static PaintOutcome outcome(byte[] result) {
        try {
            return PaintOutcome.of(result);
        } catch (CodecException e) {
            throw new UserException("a worker sent what is no outcome: " + e.getMessage());
        }
    }
}
