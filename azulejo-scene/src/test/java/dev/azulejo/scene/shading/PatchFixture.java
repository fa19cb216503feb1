package dev.azulejo.scene.shading;

import dev.azulejo.core.resource.Sampler;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.DomainBatch;
import dev.azulejo.core.shader.HullBatch;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.model.HeightField;

import java.util.Collections;

/** Runs the stages of a program on patches given by hand. */
final class PatchFixture {
    static final PbrFeatures LIT =
            new PbrFeatures(
                    true,
                    false,
                    false,
                    false,
                    false,
                    1,
                    false,
                    false,
                    false,
                    false,
                    false,
                    Lighting.CONSTANT,
                    false,
                    FinishFeatures.NONE);

    /** Looks along -z from (0, 0, 10), 90 degrees wide, at 1000 x 1000 pixels. */
    static final float[] CLIP = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1.0001f, -1, 0, 0, 9.999f, 10};

    final PbrProgram program;
    final HullBatch hull = new HullBatch();
    final DomainBatch domain = new DomainBatch();
    private final BindGroup[] groups;
    private final int floats;
    private final int patchFloats;

    PatchFixture(PatchKind kind, HeightField field, float edgePixels) {
        program = PbrProgram.of(LIT, kind, false);
        float[] frame = new float[PbrUniforms.FRAME_SIZE];
        frame[PbrUniforms.PIXELS] = 1;
        frame[PbrUniforms.PIXELS + 1] = 1;
        frame[PbrUniforms.PIXELS + 2] = 1;
        frame[PbrUniforms.EDGE_PIXELS] = edgePixels;
        float[] object = new float[PbrUniforms.OBJECT_SIZE];
        System.arraycopy(CLIP, 0, object, PbrUniforms.CLIP_FROM_OBJECT, 16);
        for (int c = 0; c < 4; c++) {
            object[PbrUniforms.WORLD_FROM_OBJECT + 5 * c] = 1;
        }
        for (int c = 0; c < 3; c++) {
            object[PbrUniforms.NORMAL_MATRIX + 4 * c] = 1;
        }
        object[PbrUniforms.HANDEDNESS] = 1;
        var group = BindGroup.of(new UniformBuffer(object));
        if (field != null) {
            object[PbrUniforms.HEIGHT_STEPS] = 1 / field.spacingX();
            object[PbrUniforms.HEIGHT_STEPS + 1] = 1 / field.spacingZ();
            object[PbrUniforms.HEIGHT_BOUNDS] = field.min();
            object[PbrUniforms.HEIGHT_BOUNDS + 1] = field.max();
            group =
                    new BindGroup(
                            new UniformBuffer(object),
                            HeightTextures.of(field.columns(), field.rows(), field.points()),
                            Collections.nCopies(2, Sampler.TRILINEAR_REPEAT));
        }
        groups = new BindGroup[] {BindGroup.of(new UniformBuffer(frame)), BindGroup.EMPTY, group};
        var stage = program.hullStage(Kernels.SCALAR);
        floats = stage.controlPointFloats();
        patchFloats = stage.patchFloats();
        hull.require(kind.controlPoints(), floats, patchFloats);
        hull.bind(groups);
        hull.viewportWidth = 1000;
        hull.viewportHeight = 1000;
        domain.bind(groups);
    }

    /**
     * Runs the hull stage.
     *
     * @param patches [patch][point][float]
     */
    void hull(float[][]... patches) {
        hull.count = patches.length;
        for (int i = 0; i < patches.length; i++) {
            for (int p = 0; p < patches[i].length; p++) {
                for (int k = 0; k < floats; k++) {
                    hull.controlPoint[floats * p + k][i] = patches[i][p][k];
                }
            }
        }
        program.hullStage(Kernels.SCALAR).hull(hull);
        domain.patchData = new float[patches.length * patchFloats];
        for (int i = 0; i < patches.length; i++) {
            for (int k = 0; k < patchFloats; k++) {
                domain.patchData[i * patchFloats + k] = hull.patchData[k][i];
            }
        }
        domain.count = 0;
    }

    /** Adds a domain point; returns its lane. */
    int point(int patch, float u, float v) {
        int lane = domain.count++;
        domain.u[lane] = u;
        domain.v[lane] = v;
        domain.w[lane] = 1 - u - v;
        domain.patch[lane] = patch;
        domain.patchAt[lane] = patch * patchFloats;
        return lane;
    }

    void evaluate() {
        var stage = program.domainStage(Kernels.SCALAR);
        stage.positions(domain);
        stage.varyings(domain);
    }

    float[] clip(int lane) {
        return new float[] {
            domain.clipX[lane], domain.clipY[lane], domain.clipZ[lane], domain.clipW[lane]
        };
    }

    float[] normal(int lane) {
        return three(LIT.normalVarying(), lane);
    }

    float[] place(int lane) {
        return three(LIT.positionVarying(), lane);
    }

    private float[] three(int at, int lane) {
        return new float[] {
            domain.varying[at][lane], domain.varying[at + 1][lane], domain.varying[at + 2][lane]
        };
    }
}
