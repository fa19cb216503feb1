package dev.azulejo.sim.record;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.device.Device;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.StageCosts;
import dev.azulejo.core.tessellation.TessellationDomain;
import dev.azulejo.core.tessellation.TessellationMode;
import dev.azulejo.core.tessellation.TessellationPartitioning;
import dev.azulejo.core.tessellation.TessellationTopology;
import dev.azulejo.sim.trace.TracePhase;
import dev.azulejo.sim.trace.TraceWriter;
import dev.azulejo.sim.trace.WorkTrace;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Frames of quads that lie on whole pixels, and the traces of them. */
public final class FlatScene {
    /** Of vertices 24 and 60, of fragments 100, no textures. */
    public static final StageCosts COSTS = new StageCosts(24, 60, 0, 100, 0);

    public final RenderTarget target;
    public final CommandBuffer commands = new CommandBuffer();
    final List<VertexBuffer> positions = new ArrayList<>();

    public FlatScene(int width, int height, int samples) {
        target = new RenderTarget(width, height, TextureFormat.RGBA8_UNORM, samples);
        commands.beginPhase(PassDescriptor.clear(target, 0, 0, 0, 0));
    }

    /** Triangles that face the eye are drawn, others dropped. */
    static PipelineState.Builder pipeline(StageCosts costs) {
        return PipelineState.opaque(
                        new FlatProgram(costs),
                        VertexAttribute.packed(0, 0, 3),
                        VertexAttribute.packed(1, 1, 4))
                .toBuilder()
                .cullMode(CullMode.BACK);
    }

    /** A quad over the pixels x0..x1-1, y0..y1-1: two triangles of four vertices. */
    FlatScene quad(StageCosts costs, float z, int x0, int y0, int x1, int y1) {
        return grid(costs, z, x0, y0, x1, y1, 1);
    }

    /** Likewise in n times n squares of two triangles each, which share vertices. */
    public FlatScene grid(StageCosts costs, float z, int x0, int y0, int x1, int y1, int n) {
        float[] at = new float[3 * (n + 1) * (n + 1)];
        int[] index = new int[6 * n * n];
        int a = 0;
        int i = 0;
        for (int row = 0; row <= n; row++) {
            for (int column = 0; column <= n; column++) {
                at[a++] = clipX(x0 + (float) (x1 - x0) * column / n);
                at[a++] = clipY(y0 + (float) (y1 - y0) * row / n);
                at[a++] = z;
                if (row < n && column < n) {
                    int corner = row * (n + 1) + column;
                    for (int step : new int[] {0, n + 1, n + 2, 0, n + 2, 1}) {
                        index[i++] = corner + step;
                    }
                }
            }
        }
        return triangles(pipeline(costs).build(), at, index);
    }

    float clipX(float x) {
        return 2 * x / target.width() - 1;
    }

    float clipY(float y) {
        return 1 - 2 * y / target.height();
    }

    FlatScene triangles(PipelineState pipeline, float[] at, int... index) {
        positions.add(new VertexBuffer(at));
        commands.setPipeline(pipeline)
                .setVertexBuffer(0, positions.getLast())
                .setVertexBuffer(1, new VertexBuffer(new float[at.length / 3 * 4]))
                .setIndexBuffer(new IndexBuffer(index))
                .drawIndexed(0, index.length, 0, 0, 1);
        return this;
    }

    /**
     * A patch over the pixels x0..x1-1, y0..y1-1 that becomes n times n squares of two triangles.
     */
    public FlatScene patch(float z, int x0, int y0, int x1, int y1, int n) {
        var mode =
                new TessellationMode(
                        TessellationDomain.QUAD,
                        TessellationPartitioning.INTEGER,
                        TessellationTopology.TRIANGLES_CLOCKWISE);
        float[] at = {clipX(x0), clipY(y0), z, clipX(x1), clipY(y1), z};
        var pipeline =
                PipelineState.patches(new FlatPatches(mode, n), 2, VertexAttribute.packed(0, 0, 3));
        return triangles(pipeline, at, 0, 1);
    }

    /** What a device told of some frames, each drawn after a change. */
    public record Recorded(WorkTrace trace, List<FrameReport> reports) {
        TracePhase phase(int number) {
            return trace.phases().get(number);
        }

        byte[] bytes() throws IOException {
            var bytes = new ByteArrayOutputStream();
            TraceWriter.write(bytes, trace);
            return bytes.toByteArray();
        }
    }

    public Recorded record(DeviceOptions options, Runnable... changes) {
        var phases = new ArrayList<TracePhase>();
        var reports = new ArrayList<FrameReport>();
        try (var recorder = new TraceRecorder(phases::add);
                var device = Device.recordingWork(options, recorder)) {
            reports.add(device.submit(commands));
            for (var change : changes) {
                change.run();
                reports.add(device.submit(commands));
            }
        }
        return new Recorded(new WorkTrace("flat", "test", phases), reports);
    }
}
